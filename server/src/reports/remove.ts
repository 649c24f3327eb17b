import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { holdSchedule, NO_REPORT, ownRuns } from './find.ts'
import { recordForAnother } from './of-another.ts'
import { removeFilesOf } from './remove-files.job.ts'
import { on } from './tables.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/** Deletes a schedule, whose reports stay; or one of the caller's reports with its file. Throws not_found. */
export const removeReport = (by: By, id: string): Promise<{ detail: string }> =>
  inTransaction(by.db, async (tx) => {
    const schedule = await holdSchedule(tx, by.caller, id)
    if (schedule) {
      await on(tx).deleteFrom('report_schedules').where('id', '=', id).execute()
      const { name, frequency, user_id: owner_id } = schedule
      const fields = ['name', 'frequency', 'owner_id'] as const
      const told = { before: { name, frequency, owner_id }, after: undefined, fields }
      await recordForAnother(tx, by, schedule, told)
      return { detail: 'The scheduled report was deleted.' }
    }
    const run = await ownRuns(tx, by.caller).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
    if (!run) throw notFound(NO_REPORT)
    await on(tx).deleteFrom('report_runs').where('id', '=', id).execute()
    await removeFilesOf(tx, run)
    return { detail: 'The report was deleted.' }
  })
