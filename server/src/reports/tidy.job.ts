import { DAY_MS } from '#domain/time/units.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Retention } from '../platform/retention/retention.ts'
import { enqueueRun } from './begin.ts'
import { OPEN_STATES, on } from './tables.ts'

/** So long the file of a report is kept after it was made. */
export const FILE_DAYS = 90

/** What is thrown away of reports themselves; their files went before. */
export const reportRetention: Retention = {
  table: 'report_runs',
  column: 'created_at',
  kept_ms: 400 * DAY_MS,
}

/** One that is written tells so every second. */
const SILENT_MS_MAX = 600_000
const AT_ONCE_MAX = 500

/** Gives reports that wait, and have no job any more, a new one; deletes files that are old, and says so. */
export const tidyReports = async ({
  db,
  files,
  clock,
}: {
  db: Db
  files: Files
  clock: { now(): Date }
}): Promise<void> => {
  const now = clock.now()
  const silent = await on(db)
    .selectFrom('report_runs')
    .where('state', 'in', OPEN_STATES)
    .where('modified_at', '<', new Date(now.getTime() - SILENT_MS_MAX))
    .select('id')
    .limit(AT_ONCE_MAX)
    .execute()
  for (const { id } of silent) await inTransaction(db, (tx) => enqueueRun(tx, id))
  const old = await on(db)
    .selectFrom('report_runs')
    .where('file_key', 'is not', null)
    .where('finished_at', '<', new Date(now.getTime() - FILE_DAYS * DAY_MS))
    .select(['id', 'file_key'])
    .limit(AT_ONCE_MAX)
    .execute()
  for (const { id, file_key } of old) {
    if (file_key === null) continue
    await files.remove(file_key)
    await on(db)
      .updateTable('report_runs')
      .set({ file_key: null, file_removed_at: now })
      .where('id', '=', id)
      .execute()
  }
}
