import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, lastOfMonth } from '#domain/time/dates.ts'
import { spansOf } from './spans.ts'

test.each([
  [{}, ['month -']],
  [{ first: '2026-01-01', last: '2026-11-22' }, ['month 2026-01-01-2026-10-31', 'day 2026-11-01-2026-11-22']],
  [{ first: '2026-01-31', last: '2026-02-01' }, ['day 2026-01-31-2026-02-01']],
  [{ first: '2024-02-01', last: '2024-02-29' }, ['month 2024-02-01-2024-02-29']],
  [{ last: '2026-02-27' }, ['month -2026-01-31', 'day 2026-02-01-2026-02-27']],
  [{ first: '2025-12-31' }, ['day 2025-12-31-2025-12-31', 'month 2026-01-01-']],
  [{ first: '2026-02-02', last: '2026-02-01' }, []],
])('%o is %j', (days, expected) => {
  expect(spansOf(days).map(({ span, first = '', last = '' }) => `${span} ${first}-${last}`)).toEqual(expected)
})

test('each day is in one span, whole months where they are', () => {
  const day = fc.integer({ min: 0, max: 1_000 }).map((days) => addDays('2023-11-15', days))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 200 }), (first, length) => {
      const last = addDays(first, length)
      const days = spansOf({ first, last }).flatMap((span) => daysIn(String(span.first), String(span.last)))
      expect(days).toEqual(daysIn(first, last))
      for (const { span, first: from = '', last: until = '' } of spansOf({ first, last }))
        if (span === 'month') expect([from.slice(8), until]).toEqual(['01', lastOfMonth(until)])
    }),
  )
})

const daysIn = (first: string, last: string): string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
