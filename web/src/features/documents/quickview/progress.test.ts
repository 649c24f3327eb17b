import { describe, expect, it } from 'vitest'
import { refetchAfter } from './progress.ts'

describe('a shown document', () => {
  it('is asked for every two seconds while the authority decides, and rarely when it is final', () => {
    const moving = ['Approved', 'Submitted', 'Outcome Unknown'] as const
    expect(moving.map((status) => refetchAfter(status, false))).toEqual([2000, 2000, 2000])
    const resting = ['Validated', undefined] as const
    expect(resting.map((status) => refetchAfter(status, false))).toEqual([240_000, 240_000])
  })

  it('is asked for rarely while this tab hears of what moves', () => {
    expect(refetchAfter('Submitted', true)).toBe(240_000)
  })
})
