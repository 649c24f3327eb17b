import { addDays, type CalendarDate, firstOfMonth, lastOfMonth } from '#domain/time/dates.ts'

/** Days from `first` to `last`, both included; without one of them there is no end on that side. */
export type Days = { first?: CalendarDate | undefined; last?: CalendarDate | undefined }

/** Days that are counted one by one, or whole months of them. */
export type Span = Days & { span: 'day' | 'month' }

/** These days, as whole months as far as they are, and single days before and after. */
export const spansOf = ({ first, last }: Days): Span[] => {
  if (first !== undefined && last !== undefined && first > last) return []
  const from = first === undefined || first === firstOfMonth(first) ? first : addDays(lastOfMonth(first), 1)
  const until = last === undefined || last === lastOfMonth(last) ? last : addDays(firstOfMonth(last), -1)
  // Within one month, or from the midst of one to the midst of the next.
  if (from !== undefined && until !== undefined && from > until) return [{ span: 'day', first, last }]
  return [
    ...(first !== undefined && from !== undefined && first < from
      ? [{ span: 'day' as const, first, last: addDays(from, -1) }]
      : []),
    { span: 'month', first: from, last: until },
    ...(last !== undefined && until !== undefined && until < last
      ? [{ span: 'day' as const, first: addDays(until, 1), last }]
      : []),
  ]
}
