import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { ReportFilters } from '#contract/reports/filters.ts'
import type { ListNarrowed } from '#contract/reports/list-filters.ts'
import type { Report, ReportState } from '#contract/reports/reports.ts'
import type { Frequency } from '#domain/reports/windows.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** What was stored before 30 November 2026 says nothing of environments. */
export type StoredFilters = Omit<ReportFilters, 'environment'> & Partial<Pick<ReportFilters, 'environment'>>

type Wanted = {
  user_id: string
  name: string
  format: Report['format']
  skip_when_empty: boolean
  filters: JSONColumnType<StoredFilters, string, string>
  created_at: Date
}

export type ScheduleTable = Wanted & {
  id: Generated<string>
  frequency: Frequency
  next_run_at: Date
  last_sent_at: Date | null
  failures: Generated<number>
}
export type Schedule = Selectable<ScheduleTable>

export type RunTable = Wanted & {
  id: Generated<string>
  schedule_id: string | null
  origin: 'adhoc' | 'due' | 'now'
  frequency: Frequency | null
  /** Of the list's own export what narrowed the list; null of a report. */
  list_filters: JSONColumnType<Partial<ListNarrowed>, string | null | undefined, string> | null
  window_from: string | null
  state: ReportState
  attempts: Generated<number>
  rows: Generated<number>
  rows_total: Generated<number>
  file_key: string | null
  file_name: Generated<string>
  store_code_ids: Generated<string[]>
  fault: Generated<string>
  modified_at: Date
  finished_at: Date | null
  mailed_at: Date | null
  file_removed_at: Date | null
}
export type ReportRun = Selectable<RunTable>

/** Those that a worker has before it. */
export const OPEN_STATES = ['waiting', 'running'] as const

export const on = (handle: Db | Tx) =>
  handle.withTables<{ report_schedules: ScheduleTable; report_runs: RunTable }>()
