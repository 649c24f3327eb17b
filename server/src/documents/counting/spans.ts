import {
  addDays,
  type CalendarDate,
  firstOfMonth,
  firstOfYear,
  lastOfMonth,
  lastOfYear,
} from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'

/** Days from `first` to `last`, both included; without one of them there is no end on that side. */
export type Days = { first?: CalendarDate | undefined; last?: CalendarDate | undefined }

/** Days that are counted one by one, or whole months or years of them; `taken_off` where they are too many. */
export type Span = Days & { span: 'day' | Whole; taken_off?: true }

/** What days are added up to. */
export type Whole = 'month' | 'year'

/**
 * These days as whole years or, where no more than months are wanted, months, with whole months before and after, and
 * then single days. Of a month that they have most of, the rest is taken off, and so of a year: there is less to read,
 * and after today there is hardly any document.
 */
export const spansOf = (days: Days, most: Whole = 'year'): Span[] => {
  const { first, last } = days
  if (first !== undefined && last !== undefined && first > last) return []
  const { whole: months, edges } = inWholes(days, 'month', 'day')
  if (!months) return edges
  if (most === 'month') return [{ span: 'month', ...months }, ...edges]
  const { whole: years, edges: more } = inWholes(months, 'year', 'month')
  return [...(years ? [{ span: 'year' as const, ...years }] : []), ...more, ...edges]
}

const ENDS = {
  month: { firstOf: firstOfMonth, lastOf: lastOfMonth },
  year: { firstOf: firstOfYear, lastOf: lastOfYear },
}

/** The wholes that are nearest to these days, and at either edge the parts by which both differ. */
const inWholes = (
  { first, last }: Days,
  whole: Whole,
  part: Span['span'],
): { whole?: Days; edges: Span[] } => {
  const { firstOf, lastOf } = ENDS[whole]
  const from = first && nearer(first, firstOf(first), addDays(lastOf(first), 1))
  const until = last && nearer(last, lastOf(last), addDays(firstOf(last), -1))
  const edges = [...edge(part, first, from, -1), ...edge(part, last, until, 1)]
  // Of a few parts, where there is no whole one and wherever wholes would be no less to read.
  const is_short = first !== undefined && last !== undefined && lengthOf({ first, last }) <= sumOf(edges)
  return is_short ? { edges: [{ span: part, first, last }] } : { whole: { first: from, last: until }, edges }
}

/** The one of two days that is nearer, the first of them where both are as near. */
const nearer = (day: CalendarDate, one: CalendarDate, other: CalendarDate) =>
  distance(one, day) <= distance(other, day) ? one : other

/** The parts by which wholes differ from what was asked for; `out` is the direction that leads out of them. */
const edge = (
  span: Span['span'],
  asked: CalendarDate | undefined,
  whole: CalendarDate | undefined,
  out: 1 | -1,
): Span[] => {
  if (asked === undefined || whole === undefined || asked === whole) return []
  const is_inside = out > 0 ? whole < asked : whole > asked
  const [near, far] = is_inside ? [addDays(whole, out), asked] : [addDays(asked, out), whole]
  const [first, last] = near < far ? [near, far] : [far, near]
  return [{ span, first, last, ...(is_inside ? {} : { taken_off: true }) }]
}

const distance = (one: CalendarDate, other: CalendarDate) =>
  Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS

const lengthOf = ({ first = '', last = '' }: Days) => distance(first, last) + 1

const sumOf = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + lengthOf(span), 0)
