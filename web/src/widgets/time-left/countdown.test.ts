import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { countdownText } from './countdown.ts'

describe('the time left for cancelling', () => {
  it('is told in hours and minutes, in the last hour with seconds', () => {
    expect(countdownText(72 * HOUR_MS)).toBe('72 h 00 min')
    expect(countdownText(HOUR_MS)).toBe('1 h 00 min')
    expect(countdownText(HOUR_MS - 1)).toBe('59 min 59 s')
    expect(countdownText(4_000)).toBe('0 min 04 s')
  })

  it('ends', () => {
    expect([countdownText(0), countdownText(-5)]).toEqual([undefined, undefined])
  })
})
