import { useQuery } from '@tanstack/react-query'
import {
  type ReportState,
  type RequestedReport,
  reports,
  type Subscription,
} from '#contract/reports/reports.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { q } from '../../api/queries.ts'
import { queryOf } from '../../ui/list/list-address.ts'
import { isBeingMade } from '../../widgets/report-run/report-run.ts'
import { reportsAddress } from './reports-address.ts'

/** How often a report that is being made is asked about. */
const ASK_AGAIN_MS = 1_000
/** How often one that is being sent is. */
const ASK_LATER_MS = 5_000

/** So long its mail is waited for; what a mail server refuses is tried for days. */
const MAIL_AWAITED_MS_MAX = 600_000
/** As late as this a mail has met something. */
const MAIL_LATE_MS = HOUR_MS

/** Asks again while any of these reports is being made. */
const whileBeingMade = (rows: readonly { state: ReportState }[] | undefined) =>
  rows?.some(({ state }) => isBeingMade(state)) ? ASK_AGAIN_MS : false

type Sent = Pick<Subscription, 'state' | 'last_sent' | 'last_run'>

/** For how long, in ms, the last run's mail has been due; undefined where it was sent, or nothing is to be sent. */
const unsentFor = ({ state, last_run, last_sent }: Sent, now_ms: number) =>
  state === 'active' && last_run?.state === 'done' && (last_sent ?? '') < last_run.created_at
    ? now_ms - Date.parse(last_run.created_at)
    : undefined

/** Whether the last run was made and its mail has not gone out, though it had the time. */
export const isMailLate = (row: Sent, now_ms: number) => (unsentFor(row, now_ms) ?? 0) >= MAIL_LATE_MS

/** Asks again while a schedule's last run is being made, and now and then until it was sent, for a while. */
export const untilSent = (rows: readonly Sent[] | undefined, now_ms = Date.now()) => {
  const runs = rows?.flatMap(({ last_run }) => (last_run ? [last_run] : []))
  const is_due = rows?.some((row) => (unsentFor(row, now_ms) ?? Infinity) < MAIL_AWAITED_MS_MAX)
  return whileBeingMade(runs) || (is_due && ASK_LATER_MS)
}

/** One page of one's reports; the first one tells also whether a report may be asked for. */
export const requestedPage = (query: { page: number; page_size: number }) => ({
  ...q(reports.requested, { query }),
  refetchInterval: ({ state }: { state: { data?: { results: RequestedReport[] } | undefined } }) =>
    whileBeingMade(state.data?.results),
})

/** Whether a report is being made that was asked for: there is one at a time. */
export const useIsRunning = (): boolean => {
  const { data } = useQuery(requestedPage(queryOf(reportsAddress, {})))
  return Boolean(data?.results.some((row) => row.report_type === 'adhoc' && isBeingMade(row.state)))
}
