import { describe, expect, it } from 'vitest'
import { decidesFrom, refetchAfter } from './progress.ts'

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

describe('a lost answer', () => {
  const at = (time: string) => `2026-11-21T${time}.000Z`
  const lost = {
    state: 'unclear' as const,
    issued_at: at('03:59:00'),
    sent_at: at('04:00:00'),
    heard_at: null,
  }

  it('is decided about two hours after the sending, which is a minute after the issue time', () => {
    expect(decidesFrom([lost])).toBe(Date.parse(at('06:00:00')))
    expect(decidesFrom([{ ...lost, sent_at: null }])).toBe(Date.parse(at('05:59:00')))
  })

  it('counts from the newest copy, and not where none is unclear any more', () => {
    const anew = { ...lost, issued_at: at('07:59:00'), sent_at: at('08:00:00') }
    expect(decidesFrom([lost, anew])).toBe(Date.parse(at('10:00:00')))
    expect(decidesFrom([{ ...lost, state: 'accepted' as const }])).toBe(0)
  })
})
