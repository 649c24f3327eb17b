import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { type Left, leftAfter, type SearchLimits, wholeOf } from './left.ts'

const FROM = Date.parse('2026-07-12T03:00:00Z')
const TO = FROM + 74 * HOUR_MS
const MYINVOIS: SearchLimits = { page_rows: 100, reach_rows: 10_000 }

type Searching = { sent: readonly number[]; limits: SearchLimits; newest_first?: boolean; totals?: boolean }

/** Looks through what was sent as the watch does; answers what it saw, and by how many pages. */
const lookThrough = ({ sent, limits, newest_first = true, totals = true }: Searching) => {
  const { page_rows, reach_rows } = limits
  const seen = new Set<number>()
  let pages = 0
  for (let left: Left | undefined = wholeOf(new Date(FROM), new Date(TO)); left; pages++) {
    if (pages > 10_000) throw new Error('It does not end.')
    const { slice_from, slice_to, page } = left
    const within = sent.filter((at) => at >= slice_from.getTime() && at <= slice_to.getTime())
    const ordered = within.toSorted((a, b) => (newest_first ? b - a : a - b)).slice(0, reach_rows)
    const rows = ordered.slice((page - 1) * page_rows, page * page_rows)
    for (const at of rows) seen.add(at)
    left = leftAfter(left, { rows: rows.length, total: totals ? ordered.length : null }, limits)
  }
  return { seen, pages }
}

/** So many documents of 72 hours, more of them by day than by night; no two at one instant. */
const sentIn = (count: number): number[] =>
  Array.from({ length: count }, (_, nr) => {
    const share = nr / count
    return FROM + (1 + (share - Math.sin(share * 6 * Math.PI) / 24) * 72) * HOUR_MS
  })

test.each([
  ['none', 0],
  ['one', 1],
  ['a page', 10],
  ['what a search reaches', 60],
  ['more than that', 61],
  ['very many', 3_000],
])('of %s each document is seen once at least, in whatever order they come', (_, count) => {
  const sent = sentIn(count)
  const limits = { page_rows: 10, reach_rows: 60 }
  for (const newest_first of [true, false])
    for (const totals of [true, false])
      expect(lookThrough({ sent, limits, newest_first, totals }).seen.size).toBe(new Set(sent).size)
})

test('many that were sent in one minute, and none before and after, are all seen', () => {
  const sent = Array.from({ length: 1_000 }, (_, nr) => TO - 30 * HOUR_MS + nr * 60)
  const { seen } = lookThrough({ sent, limits: { page_rows: 10, reach_rows: 60 } })
  expect(seen.size).toBe(1_000)
})

test.each([
  ['some', 33, 1],
  ['2,000', 2_000, 61],
  ['20,000', 20_000, 620],
])('a round takes hardly more pages than its documents fill: %s a day', (_, a_day, pages_max) => {
  const { seen, pages } = lookThrough({ sent: sentIn(3 * a_day), limits: MYINVOIS })
  expect(seen.size).toBe(3 * a_day)
  expect(pages).toBeLessThanOrEqual(pages_max)
})
