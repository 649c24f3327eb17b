import { sql } from 'kysely'
import type { z } from 'zod'
import { reports, type Subscription } from '#contract/reports/reports.ts'
import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { nameOf } from '../access/name-of.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { ownRuns } from './find.ts'
import { type ScheduleRead, tellRun, tellSchedule } from './tell.ts'

type By = { db: Db; caller: UserCaller; now: Date; public_url: string }

const LISTED_MAX = 1_000

/** The caller's schedules, to superadmins those of all people; the newest first, at most 1,000. */
export const listScheduled = async ({ db, caller, now, public_url }: By): Promise<Subscription[]> => {
  const { user_id } = caller
  const whose = isSuperadmin(caller) ? sql`TRUE` : sql`s.user_id = ${user_id}`
  const { rows } = await sql<ScheduleRead>`
    SELECT s.*, ${nameOf('u')} AS owner,
      u.is_active AS owner_active, r.id AS run_id, r.state AS run_state, r.fault AS run_fault,
      r.rows AS run_rows, r.rows_total AS run_rows_total, r.created_at AS run_created_at, r.file_key AS run_file_key
    FROM report_schedules s JOIN users u ON u.id = s.user_id
    LEFT JOIN LATERAL (SELECT id, state, fault, rows, rows_total, created_at, file_key FROM report_runs
      WHERE schedule_id = s.id ORDER BY created_at DESC, window_from DESC LIMIT 1) r ON TRUE
    WHERE ${whose} ORDER BY s.created_at DESC, s.id LIMIT ${LISTED_MAX}`.execute(db)
  return rows.map((row) => tellSchedule(row, { user_id, public_url, now }))
}

/** The caller's reports in pages, the newest first. */
export const listRequested = (
  { db, caller, public_url }: By,
  query: z.output<(typeof reports.requested)['query']>,
) =>
  readPage({
    url: public_url + reports.requested.path,
    query,
    filtered: ownRuns(db, caller),
    rows: (rows) =>
      rows.selectAll().orderBy('created_at', 'desc').orderBy('window_from', 'desc').orderBy('id'),
    toRow: (row) => tellRun(row, public_url),
  })
