import { sql } from 'kysely'
import { type ApprovalRun, RUNS_TOLD_MAX } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import type { Db } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { readOwnRun } from './runs.ts'
import { tellRun } from './tell.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/** So long the screen tells of one that has ended. */
const TOLD_MS = 15 * MINUTE_MS

export const readRun = async (by: By, id: string): Promise<ApprovalRun> =>
  tellRun(by.db, by, await readOwnRun(by.db, by.caller, id))

/**
 * The caller's last approvals of many, newest first, whichever tab they were begun in. What goes on or can be undone
 * comes before what has ended, which is told of for a while.
 */
export const readLatest = async (by: By): Promise<{ runs: ApprovalRun[] }> => {
  const told_from = new Date(by.now.getTime() - TOLD_MS)
  const is_open = sql<boolean>`state IN ('approving', 'undoable', 'undoing')`
  const runs = await on(by.db)
    .selectFrom('approval_runs')
    .where('user_id', '=', by.caller.user_id)
    .where('state', '<>', 'frozen')
    .where((eb) => eb.or([is_open, eb('modified_at', '>=', told_from)]))
    .orderBy(is_open, 'desc')
    .orderBy('modified_at', 'desc')
    .orderBy('id')
    .selectAll()
    .limit(RUNS_TOLD_MAX)
    .execute()
  const newest_first = runs.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
  return { runs: await Promise.all(newest_first.map((run) => tellRun(by.db, by, run))) }
}
