import { type CalendarDate, firstOfMonth, lastOfMonth } from '#domain/time/dates.ts'

export type Period = 'this_year' | 'this_month'

/** Year cards run from 1 January to today, month cards over the whole month (specification 1 §2). */
export const datesOf = (period: Period, today: CalendarDate) =>
  period === 'this_year'
    ? { date_start: `${today.slice(0, 4)}-01-01`, date_end: today }
    : { date_start: firstOfMonth(today), date_end: lastOfMonth(today) }

/** Where each card leads. LHDN Submission carries no tab: its status filter names what was handed over. */
export const linksOf = (period: Period, today: CalendarDate) => {
  const range = datesOf(period, today)
  return {
    submission: { ...range, status: 'LHDN Submission' },
    validated: { ...range, tab: 'Validated' as const },
    failed: { ...range, tab: 'Failed' as const },
    pending: { ...range, may_approve: 'true' as const },
  }
}
