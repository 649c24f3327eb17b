import { addDays, type CalendarDate, firstOfMonth, lastOfMonth } from '#domain/time/dates.ts'

/** Days from `first` to `last`, both included; without one of them there is no end on that side. */
export type Days = { first?: CalendarDate | undefined; last?: CalendarDate | undefined }

/** Days that are counted one by one, or whole months of them; `taken_off` where they are too many. */
export type Span = Days & { span: 'day' | 'month'; taken_off?: true }

/**
 * These days as whole months, and single days before and after. Of a month that they have most of, the rest is taken
 * off: there are fewer days to read, and after today there is hardly any document.
 */
export const spansOf = ({ first, last }: Days): Span[] => {
  if (first !== undefined && last !== undefined && first > last) return []
  const from = first && nearer(first, firstOfMonth(first), addDays(lastOfMonth(first), 1))
  const until = last && nearer(last, lastOfMonth(last), addDays(firstOfMonth(last), -1))
  const edges = [...edge(first, from, -1), ...edge(last, until, 1)]
  // Of a few days, where there is no whole month and wherever months would be no less to read.
  const is_short = first !== undefined && last !== undefined && lengthOf({ first, last }) <= sumOf(edges)
  if (is_short) return [{ span: 'day', first, last }]
  return [{ span: 'month', first: from, last: until }, ...edges]
}

/** The one of two days that is nearer, the first of them where both are as near. */
const nearer = (day: CalendarDate, one: CalendarDate, other: CalendarDate) =>
  distance(one, day) <= distance(other, day) ? one : other

/** The days by which whole months differ from what was asked for; `out` is the direction that leads out of them. */
const edge = (asked: CalendarDate | undefined, whole: CalendarDate | undefined, out: 1 | -1): Span[] => {
  if (asked === undefined || whole === undefined || asked === whole) return []
  const is_inside = out > 0 ? whole < asked : whole > asked
  const [near, far] = is_inside ? [addDays(whole, out), asked] : [addDays(asked, out), whole]
  const [first, last] = near < far ? [near, far] : [far, near]
  return [{ span: 'day', first, last, ...(is_inside ? {} : { taken_off: true }) }]
}

const DAY_MS = 86_400_000

const distance = (one: CalendarDate, other: CalendarDate) =>
  Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS

const lengthOf = ({ first = '', last = '' }: Days) => distance(first, last) + 1

const sumOf = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + lengthOf(span), 0)
