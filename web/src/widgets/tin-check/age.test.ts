import { expect, it } from 'vitest'
import { daysSince } from './age.ts'

const since = (at: string, now: string) => daysSince(new Date(at), new Date(now))

it('counts Malaysian days, not hours', () => {
  expect(since('2026-11-20T15:59:00Z', '2026-11-20T16:01:00Z')).toBe(1)
  expect(since('2026-11-19T16:00:00Z', '2026-11-20T15:59:00Z')).toBe(0)
  expect(since('2026-10-21T04:00:00Z', '2026-11-20T04:00:00Z')).toBe(30)
})

it('is never negative, whatever the clock of the computer says', () => {
  expect(since('2026-11-21T04:00:00Z', '2026-11-20T04:00:00Z')).toBe(0)
})
