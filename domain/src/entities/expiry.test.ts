import { expect, it } from 'vitest'
import { DAY_MS } from '../time/units.ts'
import { expiryOf } from './expiry.ts'

const END = new Date('2026-12-31T00:00:00Z')
const before = (days: number, ms = 0) => expiryOf(END, new Date(END.getTime() - days * DAY_MS - ms))

it.each([
  [60, 60],
  [31, 60],
  [30, 30],
  [8, 30],
  [7, 7],
  [2, 7],
  [1, 1],
  [0, 0],
  [-5, 0],
])('%i days before the end the warning is that of %i days', (days, level) => {
  expect(before(days)).toEqual({ days_left: Math.max(0, days), level })
})

it('is silent until sixty days are left', () => {
  expect(before(60, 1)).toBeUndefined()
})

it('counts the last begun hour as a day', () => {
  expect(expiryOf(END, new Date('2026-12-30T23:59:59Z'))).toEqual({ days_left: 1, level: 1 })
})
