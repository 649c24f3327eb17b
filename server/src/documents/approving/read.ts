import type { ApprovalRun } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { readOwnRun } from './runs.ts'
import { tellRun } from './tell.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/** So long the screen tells of one that has ended. */
const TOLD_MS = 15 * 60_000

export const readRun = async (by: By, id: string): Promise<ApprovalRun> =>
  tellRun(by.db, by, await readOwnRun(by.db, by.caller, id))

/** The caller's last approval of many, whichever tab it was begun in; null where it ended a while ago. */
export const readLatest = async (by: By): Promise<{ run: ApprovalRun | null }> => {
  const run = await on(by.db)
    .selectFrom('approval_runs')
    .where('user_id', '=', by.caller.user_id)
    .where('state', '<>', 'frozen')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .selectAll()
    .limit(1)
    .executeTakeFirst()
  const ended = run?.state === 'released' || run?.state === 'undone'
  const old = run && ended && by.now.getTime() - run.modified_at.getTime() > TOLD_MS
  return { run: run && !old ? await tellRun(by.db, by, run) : null }
}
