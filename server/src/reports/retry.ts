import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { enqueueRun } from './begin.ts'
import { reportMoved } from './facts.ts'
import { anySchedule, holdRun } from './find.ts'
import { demandActiveOwner, recordForAnother } from './of-another.ts'
import { on } from './tables.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/**
 * Makes a report that failed once more. Throws not_found, and conflict where it did not fail, where another one is
 * being made that excludes it, or while its owner is deactivated.
 */
export const retryReport = async (by: By, id: string): Promise<{ detail: string }> => {
  try {
    return await inTransaction(by.db, (tx) => beginAgain(tx, by, id))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict('report_running', 'A report is being generated. Please wait until it is done.')
  }
}

const beginAgain = async (tx: Tx, { caller, now }: By, id: string) => {
  const run = await holdRun(tx, caller, id)
  if (run.state !== 'failed') throw conflict('report_not_failed', 'This report did not fail.')
  await demandActiveOwner(tx, run.user_id)
  await on(tx)
    .updateTable('report_runs')
    .set({ state: 'waiting', fault: '', rows: 0, rows_total: 0, finished_at: null, modified_at: now })
    .where('id', '=', id)
    .execute()
  await enqueueRun(tx, id)
  await tell(tx, reportMoved, { user_id: run.user_id })
  // Of another's runs only those of schedules are reached.
  const schedule = run.schedule_id === null ? undefined : await anySchedule(tx, run.schedule_id)
  const told = { before: {}, after: { retried: run.name }, fields: ['retried'] } as const
  if (schedule) await recordForAnother(tx, { caller, now }, schedule, told)
  return { detail: `${run.name} is being generated once more.` }
}
