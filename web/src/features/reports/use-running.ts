import { useQuery } from '@tanstack/react-query'
import {
  type ReportState,
  type RequestedReport,
  reports,
  type Subscription,
} from '#contract/reports/reports.ts'
import { q } from '../../api/queries.ts'
import { queryOf } from '../../ui/list/list-address.ts'
import { reportsAddress } from './reports-address.ts'

/** How often a report that is being made is asked about. */
const ASK_AGAIN_MS = 1_000
/** How often one that is being sent is. */
const ASK_LATER_MS = 5_000

export const isBeingMade = (state: ReportState | undefined) => state === 'waiting' || state === 'running'

/** Asks again while any of these reports is being made. */
const whileBeingMade = (rows: readonly { state: ReportState }[] | undefined) =>
  rows?.some(({ state }) => isBeingMade(state)) ? ASK_AGAIN_MS : false

/** Asks again while a schedule's last run is being made, and now and then until it was sent. */
export const untilSent = (rows: readonly Subscription[] | undefined) => {
  const runs = rows?.flatMap(({ last_run }) => (last_run ? [last_run] : []))
  const unsent = rows?.some(
    ({ last_run, last_sent }) => last_run?.state === 'done' && (last_sent ?? '') < last_run.created_at,
  )
  return whileBeingMade(runs) || (unsent && ASK_LATER_MS)
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
