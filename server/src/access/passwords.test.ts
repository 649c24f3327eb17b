import { describe, expect, it } from 'vitest'
import { hashPassword, passwordFault, verifyPassword } from './passwords.ts'

describe('a new password', () => {
  it.each([
    'Rumah-Gadang-7-Tingkat',
    'kopi-o-kosong ais',
    'Tæbel-Çello-9 kuning',
    '七層木屋在河邊看夕陽落下山',
  ])('may be %s', (password) => {
    expect(passwordFault(password)).toBeUndefined()
  })

  it('is refused when it is shorter than 12 characters', () => {
    expect(passwordFault('Gunung-8891')).toMatch('at least 12')
    // Eight signs that take two UTF-16 units each are eight characters, not sixteen.
    expect(passwordFault('🐯🐯🌴🌴🏔🏔🍛🍛')).toMatch('at least 12')
  })

  it.each([
    'password1234',
    'Password2026!',
    'P@ssw0rd1234',
    'passwordpassword',
    '123456789012',
    'qwertyuiop12',
    'Malaysia12345',
    'selamatdatang!',
    'aaaaaaaaaaaaaaa',
    'abababababab12',
  ])('is refused when it is as common as %s', (password) => {
    expect(passwordFault(password)).toMatch('too easy')
  })
})

describe('a stored password', () => {
  it('is argon2id, salted, and matches only itself', async () => {
    const [one, two] = await Promise.all([hashPassword('Sungai-Perak-12'), hashPassword('Sungai-Perak-12')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword(one, 'Sungai-Perak-12')).toBe(true)
    expect(await verifyPassword(one, 'sungai-perak-12')).toBe(false)
  })

  it('matches nothing when there is none, after the same work', async () => {
    expect(await verifyPassword(null, 'Sungai-Perak-12')).toBe(false)
    const one = await hashPassword('Sungai-Perak-12')
    const spent = { known: 0, unknown: 0 }
    // In turns, so that a busy machine slows both.
    for (let i = 0; i < 6; i++) {
      const started = performance.now()
      await verifyPassword(one, 'wrong')
      const between = performance.now()
      await verifyPassword(null, 'wrong')
      spent.known += between - started
      spent.unknown += performance.now() - between
    }
    expect(spent.unknown).toBeGreaterThan(spent.known / 5)
  })
})
