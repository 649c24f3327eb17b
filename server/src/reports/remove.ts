import type { UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { holdSchedule, NO_REPORT, ownRuns } from './find.ts'
import { removeFilesOf } from './remove-files.job.ts'
import { on, type Schedule } from './tables.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/** Deletes a schedule, whose reports stay; or one of the caller's reports with its file. Throws not_found. */
export const removeReport = (by: By, id: string): Promise<{ detail: string }> =>
  inTransaction(by.db, async (tx) => {
    const schedule = await holdSchedule(tx, by.caller, id)
    if (schedule) {
      await on(tx).deleteFrom('report_schedules').where('id', '=', id).execute()
      await recordRemoval(tx, by, schedule)
      return { detail: 'The scheduled report was deleted.' }
    }
    const run = await ownRuns(tx, by.caller).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
    if (!run) throw notFound(NO_REPORT)
    await on(tx).deleteFrom('report_runs').where('id', '=', id).execute()
    await removeFilesOf(tx, run)
    return { detail: 'The report was deleted.' }
  })

/** What people do with their own is their own matter; what a superadmin does to another's is told. */
const recordRemoval = async (tx: Tx, { caller, now }: By, { id, user_id, name, frequency }: Schedule) => {
  if (user_id === caller.user_id) return
  const target = { kind: 'report_schedule' as const, id, name, sender_entity_id: null }
  const before = { name, frequency, owner_id: user_id }
  const fields = ['name', 'frequency', 'owner_id'] as const
  await recordChange(tx, { caller, now }, { target, before, after: undefined, fields })
}
