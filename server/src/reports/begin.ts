import type { Insertable } from 'kysely'
import { formatWindow, type Window } from '#domain/reports/windows.ts'
import type { Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { reportMoved } from './facts.ts'
import { writeReportJob } from './jobs.ts'
import { on, type ReportRun, type RunTable, type Schedule } from './tables.ts'

type NewRun = Omit<Insertable<RunTable>, 'state' | 'modified_at'>

/** Adds a report and the job that writes it; undefined where there is one already that excludes it. */
export const beginRun = async (tx: Tx, run: NewRun): Promise<ReportRun | undefined> => {
  const row = await on(tx)
    .insertInto('report_runs')
    .values({ ...run, state: 'waiting', modified_at: run.created_at })
    .onConflict((same) => same.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await enqueueRun(tx, row.id)
  await tell(tx, reportMoved, { user_id: row.user_id })
  return row
}

export const enqueueRun = (tx: Tx, run_id: string) =>
  enqueue(tx, writeReportJob, { run_id }, { singleton_key: run_id })

/** A run of a schedule over these days: whatever the schedule's own filters say of days, these count. */
export const beginScheduled = (
  tx: Tx,
  { id, user_id, name, frequency, format, skip_when_empty, filters }: Schedule,
  { window, origin, now }: { window: Window; origin: 'due' | 'now'; now: Date },
) =>
  beginRun(tx, {
    ...{ user_id, frequency, format, skip_when_empty, origin, schedule_id: id },
    name: `${name}, ${formatWindow(window)}`,
    filters: JSON.stringify({
      ...filters,
      invoice_date__gte: window.from,
      invoice_date__lte: window.to,
    }),
    window_from: window.from,
    created_at: now,
  })
