import { describe, expect, it } from 'vitest'
import { clockText, readIdle } from './idle.ts'

const LIMIT = 900_000

describe('an idle session', () => {
  it('is left alone until two minutes before the limit', () => {
    expect(readIdle(0, LIMIT)).toEqual({ kind: 'active' })
    expect(readIdle(LIMIT - 120_001, LIMIT)).toEqual({ kind: 'active' })
  })

  it('is warned with the seconds that are left, and then ends', () => {
    expect(readIdle(LIMIT - 120_000, LIMIT)).toEqual({ kind: 'warning', left_s: 120 })
    expect(readIdle(LIMIT - 1, LIMIT)).toEqual({ kind: 'warning', left_s: 1 })
    expect(readIdle(LIMIT, LIMIT)).toEqual({ kind: 'ended' })
  })

  it('is over when the server says so, and no later than here', () => {
    expect(readIdle(LIMIT - 90_000, LIMIT, 50_000)).toEqual({ kind: 'warning', left_s: 50 })
    expect(readIdle(LIMIT - 90_000, LIMIT, 0)).toEqual({ kind: 'ended' })
    expect(readIdle(LIMIT - 90_000, LIMIT, 200_000)).toEqual({ kind: 'warning', left_s: 90 })
  })

  it('is warned only in the second half of a very short limit', () => {
    expect(readIdle(10_000, 60_000)).toEqual({ kind: 'active' })
    expect(readIdle(31_000, 60_000)).toEqual({ kind: 'warning', left_s: 29 })
  })

  it('prints what is left as minutes and seconds', () => {
    expect([clockText(120), clockText(67), clockText(7)]).toEqual(['2:00', '1:07', '0:07'])
  })
})
