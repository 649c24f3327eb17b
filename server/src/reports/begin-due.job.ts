import { nextRun } from '#domain/reports/windows.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { findSignIn } from '../users/find.ts'
import { beginScheduled } from './begin.ts'
import { on, type Schedule } from './tables.ts'

/** What is left is begun a minute later. */
const SCHEDULES_AT_ONCE = 500
const WINDOWS_AT_ONCE = 100

/**
 * Begins every run whose time has come. Those that came while nothing ran are begun now, each once and over its own
 * days; those of a person whose account is deactivated are not made, now or later.
 */
export const beginDue = async ({ db, clock }: { db: Db; clock: { now(): Date } }): Promise<void> => {
  const now = clock.now()
  const due = await on(db)
    .selectFrom('report_schedules')
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(SCHEDULES_AT_ONCE)
    .select('id')
    .execute()
  for (const { id } of due) await inTransaction(db, (tx) => beginRunsOf(tx, id, now))
}

/** What is begun, and until when that is so, is one transaction: neither a kill nor a second worker changes the sum. */
const beginRunsOf = async (tx: Tx, id: string, now: Date): Promise<void> => {
  const schedule = await on(tx)
    .selectFrom('report_schedules')
    .where('id', '=', id)
    .where('next_run_at', '<=', now)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!schedule) return
  const next_run_at = (await findSignIn(tx, schedule.user_id))
    ? await beginMissed(tx, schedule, now)
    : nextRun(schedule.frequency, now).at
  await on(tx).updateTable('report_schedules').set({ next_run_at }).where('id', '=', id).execute()
}

/** Answers when the first run is due that was not begun. */
const beginMissed = async (tx: Tx, schedule: Schedule, now: Date): Promise<Date> => {
  let due_at = schedule.next_run_at
  for (let begun = 0; begun < WINDOWS_AT_ONCE && due_at <= now; begun += 1) {
    const window = nextRun(schedule.frequency, new Date(due_at.getTime() - 1))
    await beginScheduled(tx, schedule, { window, origin: 'due', now })
    due_at = nextRun(schedule.frequency, due_at).at
  }
  return due_at
}
