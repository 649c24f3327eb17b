import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomToken, sha256Hex } from './digest.ts'
import { keyedHash } from './keyed-hash.ts'
import { derivedKey, secretBox } from './secret-box.ts'
import { findSecretKey, makeSecretKey } from './secret-key.ts'
import { signedUrl, verifySignedPath } from './signed-url.ts'

const KEY = '0f'.repeat(32)

describe('digests and tokens', () => {
  it('agree with the published SHA-256 of "abc"', () => {
    const published = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(sha256Hex('abc')).toBe(published)
    expect(sha256Hex(Buffer.from('abc'))).toBe(published)
  })

  it('never repeat and carry 256 bits', () => {
    const tokens = new Set(Array.from({ length: 100 }, randomToken))
    expect(tokens.size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })
})

describe('a keyed hash', () => {
  it.each([0, 1, 63, 64, 500, 501, 5_000])('of %i letters is the HMAC of their bytes', (length) => {
    for (const letter of ['a', 'é', '秘']) {
      const text = letter.repeat(length)
      const hmac = createHmac('sha256', derivedKey(KEY, 'lulus test')).update(text).digest('base64url')
      expect(keyedHash(KEY, 'lulus test', text)).toBe(hmac)
    }
  })
})

describe('the secret box', () => {
  const box = secretBox(KEY)

  it('opens what it sealed, and seals the same text differently each time', () => {
    expect(box.open(box.seal('rahsia 秘密'))).toBe('rahsia 秘密')
    expect(box.seal('same')).not.toBe(box.seal('same'))
    expect(box.open(box.seal(''))).toBe('')
  })

  it('refuses a text changed at any byte', () => {
    const sealed = Buffer.from(box.seal('client secret'), 'base64url')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => box.open(changed.toString('base64url'))).toThrow()
    }
  })

  it('refuses another key, a cut text and a malformed key', () => {
    const sealed = box.seal('client secret')
    expect(() => secretBox('1e'.repeat(32)).open(sealed)).toThrow()
    expect(() => box.open(sealed.slice(0, 20))).toThrow('not a sealed secret')
    expect(() => secretBox('short')).toThrow('64 hexadecimal digits')
  })
})

describe('signed addresses', () => {
  const url = signedUrl(KEY, '/files/archive/2026/a%20b/', new Date('2026-03-01T00:05:00Z'))
  const before = new Date('2026-03-01T00:04:59Z')

  it('hold until they expire', () => {
    expect(verifySignedPath(KEY, url, before)).toBe(true)
    expect(verifySignedPath(KEY, url, new Date('2026-03-01T00:05:00Z'))).toBe(false)
  })

  it.each([
    ['path', url.replace('archive', 'secrets')],
    ['file', url.replace('a%20b', 'c')],
    ['query', url.replace('?', '?name=c&')],
    ['expiry', url.replace(/expires=\d+/, 'expires=9999999999')],
    ['signature', url.replace(/signature=..../, 'signature=AAAA')],
    ['missing signature', url.replace(/&signature.*/, '')],
  ])('fall with a changed %s', (_part, changed) => {
    expect(changed).not.toBe(url)
    expect(verifySignedPath(KEY, changed, before)).toBe(false)
  })

  it('fall with another key', () => {
    expect(verifySignedPath('1e'.repeat(32), url, before)).toBe(false)
  })
})

describe('the secret key', () => {
  let data_dir: string
  beforeEach(async () => {
    data_dir = await mkdtemp(join(tmpdir(), 'lulus-key-'))
  })
  afterEach(async () => rm(data_dir, { recursive: true }))

  it('is made once, for its owner only, and found again', async () => {
    const env = { secret_key: undefined, data_dir: join(data_dir, 'new') }
    expect(findSecretKey(env)).toBeUndefined()
    const key = makeSecretKey(env)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect([findSecretKey(env), makeSecretKey(env)]).toEqual([key, key])
    const file = join(env.data_dir, 'secret.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe(key)
  })

  it('comes from the environment when it is given there', () => {
    expect(makeSecretKey({ secret_key: KEY, data_dir })).toBe(KEY)
  })

  it('is not replaced when its file is damaged', async () => {
    await writeFile(join(data_dir, 'secret.key'), 'oops')
    expect(() => makeSecretKey({ secret_key: undefined, data_dir })).toThrow('Restore it from your backup')
  })
})
