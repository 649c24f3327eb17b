import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { removeFilesOf } from './remove-files.job.ts'
import type { ReportRun } from './tables.ts'

/** Deletes all schedules and reports of these people (a query that answers their ids), and has the files deleted. */
export const forgetReportsOf = async (tx: Tx, user_ids: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<Pick<ReportRun, 'id' | 'format' | 'attempts'>>`
    DELETE FROM report_runs WHERE user_id IN (${user_ids}) RETURNING id, format, attempts`.execute(tx)
  for (const run of rows) await removeFilesOf(tx, run)
  await sql`DELETE FROM report_schedules WHERE user_id IN (${user_ids})`.execute(tx)
}
