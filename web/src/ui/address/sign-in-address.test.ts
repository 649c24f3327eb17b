import { describe, expect, it } from 'vitest'
import { readSignIn } from './sign-in-address.ts'

describe('the way back after signing in', () => {
  it('is the address that was opened, with its query', () => {
    const opened = '/dashboard/invoices?tab=Validated&page=2'
    expect(readSignIn({ return: opened, ended: 'idle' })).toEqual({ return: opened, ended: 'idle' })
  })

  it('never leads to another site, and unknown reasons are dropped', () => {
    expect(readSignIn({ return: '//evil.example/x' })).toEqual({})
    expect(readSignIn({ return: '/\\evil.example' })).toEqual({})
    expect(readSignIn({ return: '/\t/evil.example' })).toEqual({})
    expect(readSignIn({ return: 'https://evil.example', ended: 'whatever', account: 'hers' })).toEqual({})
  })
})
