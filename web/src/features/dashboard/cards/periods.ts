import { type CalendarDate, firstOfMonth, lastOfMonth } from '#domain/time/dates.ts'

export type Period = 'this_year' | 'this_month'

/** Year cards run from 1 January to today, month cards over the whole month (specification 1 §2). */
export const datesOf = (period: Period, today: CalendarDate) =>
  period === 'this_year'
    ? { date_start: `${today.slice(0, 4)}-01-01`, date_end: today }
    : { date_start: firstOfMonth(today), date_end: lastOfMonth(today) }

/**
 * Where each card leads. LHDN Submission carries no tab: its status filter names what was handed over. Where trials are
 * left out of the figure, so they are of the list.
 */
export const linksOf = (period: Period, today: CalendarDate, has_trials = false) => {
  const range = datesOf(period, today)
  const counted = { ...range, ...(has_trials && { environment: 'prod' }) }
  return {
    submission: { ...counted, status: 'LHDN Submission' },
    validated: { ...counted, tab: 'Validated' as const },
    failed: { ...counted, tab: 'Failed' as const },
    pending: { ...range, may_approve: 'true' as const },
  }
}

/** Where those trials are. */
export const trialsOf = (today: CalendarDate) => ({
  ...datesOf('this_year', today),
  date_end: lastOfMonth(today),
  environment: 'simulator,preprod',
  status: 'LHDN Submission,Submission Failed',
})
