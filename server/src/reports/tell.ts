import { appliedFilters } from '#contract/reports/filters.ts'
import { appliedToList } from '#contract/reports/list-filters.ts'
import { type Report, type RequestedReport, reports, type Subscription } from '#contract/reports/reports.ts'
import { nextRun } from '#domain/reports/windows.ts'
import type { ReportRun, Schedule } from './tables.ts'

/** The address of a report's file, behind a sign-in. */
const fileAddress = (public_url: string, id: string) =>
  public_url + reports.download.path.replace(':id', encodeURIComponent(id))

type Core = Pick<Schedule, 'id' | 'name' | 'frequency' | 'last_sent_at' | 'filters' | 'format'> | ReportRun

/** What all reports have in common; of a schedule the file is that of its last run (`file_of`). */
export const tellCore = (
  row: Core & { file_key?: string | null; file_of?: string | null },
  public_url: string,
): Report => ({
  id: row.id,
  name: row.name,
  report_type: 'origin' in row && row.origin === 'adhoc' ? 'adhoc' : 'scheduled',
  frequency: row.frequency,
  last_sent: ('last_sent_at' in row ? row.last_sent_at : row.mailed_at)?.toISOString() ?? null,
  generated_file: row.file_key ? fileAddress(public_url, row.file_of ?? row.id) : null,
  filters: appliedFilters(row.filters),
  format: row.format,
})

export const tellRun = (row: ReportRun, public_url: string): RequestedReport => ({
  ...tellCore(row, public_url),
  list_filters: row.list_filters && appliedToList(row.list_filters),
  ...{ state: row.state, rows: row.rows, rows_total: row.rows_total, fault: row.fault },
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  file_removed: row.file_removed_at !== null,
})

/** A schedule with its owner and its last run, as `listScheduled` reads them together. */
export type ScheduleRead = Schedule & {
  owner: string
  owner_active: boolean
  run_id: string | null
  run_state: ReportRun['state'] | null
  run_rows: number | null
  run_rows_total: number | null
  run_fault: string | null
  run_created_at: Date | null
  run_file_key: string | null
}

export const tellSchedule = (
  row: ScheduleRead,
  { user_id, public_url, now }: { user_id: string; public_url: string; now: Date },
): Subscription => {
  // One that is late is made before long; what is told is the one after now.
  const next = nextRun(row.frequency, now)
  return {
    ...tellCore({ ...row, file_key: row.run_file_key, file_of: row.run_id }, public_url),
    frequency: row.frequency,
    skip_when_empty: row.skip_when_empty,
    owner: row.owner,
    is_own: row.user_id === user_id,
    state: stateOf(row),
    next_run: { at: next.at.toISOString(), from: next.from, to: next.to },
    last_run:
      row.run_id && row.run_state && row.run_created_at
        ? {
            ...{ id: row.run_id, state: row.run_state, fault: row.run_fault ?? '' },
            ...{ rows: row.run_rows ?? 0, rows_total: row.run_rows_total ?? 0 },
            created_at: row.run_created_at.toISOString(),
          }
        : null,
  }
}

const stateOf = ({ owner_active, run_state }: ScheduleRead): Subscription['state'] => {
  if (!owner_active) return 'paused'
  return run_state === 'failed' ? 'failing' : 'active'
}
