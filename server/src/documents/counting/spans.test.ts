import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, firstOfMonth, firstOfYear, lastOfMonth, lastOfYear } from '#domain/time/dates.ts'
import { type Days, type Span, spansOf } from './spans.ts'

test.each([
  [{}, ['year -']],
  [
    { first: '2026-01-01', last: '2026-11-08' },
    ['year 2026-01-01-2026-12-31', 'no month 2026-11-01-2026-12-31', 'day 2026-11-01-2026-11-08'],
  ],
  [
    { first: '2025-11-01', last: '2026-11-22' },
    [
      ...['year 2026-01-01-2026-12-31', 'month 2025-11-01-2025-12-31', 'no month 2026-12-01-2026-12-31'],
      'no day 2026-11-23-2026-11-30',
    ],
  ],
  [{ first: '2026-01-03' }, ['year 2026-01-01-', 'no day 2026-01-01-2026-01-02']],
  [{ first: '2026-01-10', last: '2026-01-12' }, ['day 2026-01-10-2026-01-12']],
  [{ first: '2026-01-31', last: '2026-02-01' }, ['day 2026-01-31-2026-02-01']],
  [{ first: '2024-02-01', last: '2024-02-29' }, ['month 2024-02-01-2024-02-29']],
  [{ first: '2025-12-01', last: '2026-01-31' }, ['month 2025-12-01-2026-01-31']],
  [
    { last: '2026-11-27' },
    ['year -2026-12-31', 'no month 2026-12-01-2026-12-31', 'no day 2026-11-28-2026-11-30'],
  ],
  [
    { last: '2026-02-27' },
    ['year -2025-12-31', 'month 2026-01-01-2026-02-28', 'no day 2026-02-28-2026-02-28'],
  ],
  [{ first: '2025-12-31' }, ['year 2026-01-01-', 'day 2025-12-31-2025-12-31']],
  [{ first: '2026-02-02', last: '2026-02-01' }, []],
])('%o is %j', (days, expected) => {
  expect(spansOf(days).map(told)).toEqual(expected)
})

test('where months are wanted there are no years', () => {
  expect(spansOf({}, 'month').map(told)).toEqual(['month -'])
  expect(spansOf({ first: '2024-01-01', last: '2026-11-08' }, 'month').map(told)).toEqual([
    'month 2024-01-01-2026-10-31',
    'day 2026-11-01-2026-11-08',
  ])
})

const told = ({ span, first = '', last = '', taken_off }: Span) =>
  `${taken_off ? 'no ' : ''}${span} ${first}-${last}`

test('each day counts once, and no others; wholes are whole; parts are never more than half of these', () => {
  const day = fc.integer({ min: 0, max: 1_000 }).map((days) => addDays('2023-11-15', days))
  const most = fc.constantFrom('month' as const, 'year' as const)
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 1_200 }), most, (first, length, most) => {
      const last = addDays(first, length)
      const spans = spansOf({ first, last }, most)
      const counts = new Map<string, number>()
      for (const { taken_off, ...span } of spans)
        for (const one of daysIn(span)) counts.set(one, (counts.get(one) ?? 0) + (taken_off ? -1 : 1))
      expect([...counts].filter(([, n]) => n !== 0).sort()).toEqual(
        daysIn({ first, last }).map((one) => [one, 1]),
      )
      for (const { span, first: from = '', last: until = '' } of spans) {
        if (span === 'month') expect([from, until]).toEqual([firstOfMonth(from), lastOfMonth(until)])
        if (span === 'year') expect([from, until]).toEqual([firstOfYear(from), lastOfYear(until)])
      }
      const read = (of: Span['span']) => spans.filter(({ span }) => span === of).flatMap(daysIn).length
      expect(read('day')).toBeLessThanOrEqual(Math.min(length + 1, 2 * HALF_MONTH_MAX))
      if (most === 'year') expect(read('month')).toBeLessThanOrEqual(2 * HALF_YEAR_MAX)
    }),
  )
})

/** Of the first month or year and of the last one; in days. */
const HALF_MONTH_MAX = 15.5
const HALF_YEAR_MAX = 184

const daysIn = ({ first = '', last = '' }: Days): string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
