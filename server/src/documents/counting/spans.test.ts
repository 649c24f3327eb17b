import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, lastOfMonth } from '#domain/time/dates.ts'
import { type Days, type Span, spansOf } from './spans.ts'

test.each([
  [{}, ['month -']],
  [{ first: '2026-01-01', last: '2026-11-08' }, ['month 2026-01-01-2026-10-31', 'day 2026-11-01-2026-11-08']],
  [
    { first: '2026-01-01', last: '2026-11-22' },
    ['month 2026-01-01-2026-11-30', 'no day 2026-11-23-2026-11-30'],
  ],
  [{ first: '2026-01-03' }, ['month 2026-01-01-', 'no day 2026-01-01-2026-01-02']],
  [{ first: '2026-01-10', last: '2026-01-12' }, ['day 2026-01-10-2026-01-12']],
  [{ first: '2026-01-31', last: '2026-02-01' }, ['day 2026-01-31-2026-02-01']],
  [{ first: '2024-02-01', last: '2024-02-29' }, ['month 2024-02-01-2024-02-29']],
  [{ last: '2026-02-27' }, ['month -2026-02-28', 'no day 2026-02-28-2026-02-28']],
  [{ first: '2025-12-31' }, ['month 2026-01-01-', 'day 2025-12-31-2025-12-31']],
  [{ first: '2026-02-02', last: '2026-02-01' }, []],
])('%o is %j', (days, expected) => {
  expect(spansOf(days).map(told)).toEqual(expected)
})

const told = ({ span, first = '', last = '', taken_off }: Span) =>
  `${taken_off ? 'no ' : ''}${span} ${first}-${last}`

test('each day counts once, and no others; months are whole; days are never more than half of their months', () => {
  const day = fc.integer({ min: 0, max: 1_000 }).map((days) => addDays('2023-11-15', days))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 200 }), (first, length) => {
      const last = addDays(first, length)
      const spans = spansOf({ first, last })
      const counts = new Map<string, number>()
      for (const { taken_off, ...span } of spans)
        for (const one of daysIn(span)) counts.set(one, (counts.get(one) ?? 0) + (taken_off ? -1 : 1))
      expect([...counts].filter(([, n]) => n !== 0).sort()).toEqual(
        daysIn({ first, last }).map((one) => [one, 1]),
      )
      for (const { span, first: from = '', last: until = '' } of spans)
        if (span === 'month') expect([from.slice(8), until]).toEqual(['01', lastOfMonth(until)])
      const read = spans.filter(({ span }) => span === 'day').flatMap(daysIn)
      expect(read.length).toBeLessThanOrEqual(Math.min(length + 1, HALVES_MAX))
    }),
  )
})

/** Of the first month and of the last one. */
const HALVES_MAX = 31

const daysIn = ({ first = '', last = '' }: Days): string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
