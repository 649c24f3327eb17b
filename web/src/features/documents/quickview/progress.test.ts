import { describe, expect, it } from 'vitest'
import { refetchAfter } from './progress.ts'

describe('a shown document', () => {
  it('is asked for every two seconds while the authority decides, and rarely when it is final', () => {
    expect([refetchAfter('Approved'), refetchAfter('Submitted'), refetchAfter('Outcome Unknown')]).toEqual([
      2000, 2000, 2000,
    ])
    expect([refetchAfter('Validated'), refetchAfter(undefined)]).toEqual([240_000, 240_000])
  })
})
