import { APPROVED_AT_ONCE_MAX, type ApprovalRun } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { makerSettings } from '../store/maker-settings.ts'
import { approveNext } from './go-on.ts'
import { goOnLater } from './run.job.ts'
import { changeRun, lockOwnRun } from './runs.ts'
import { tellRun } from './tell.ts'

/** What a person was shown is no longer what they mean after so long. */
const FROZEN_MS_MAX = 15 * MINUTE_MS

/**
 * Approves a set that was frozen: a small one at once, a large one by a job. One that is approved already answers how
 * it stands. Throws conflict `set_expired`.
 */
export const approveFrozen = async (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  id: string,
): Promise<ApprovalRun> => {
  const settings = await makerSettings({ db })
  return inTransaction(db, async (tx) => {
    const run = await lockOwnRun(tx, caller, id)
    if (run.state !== 'frozen') return tellRun(tx, { caller, now }, run)
    if (now.getTime() - run.created_at.getTime() > FROZEN_MS_MAX)
      throw conflict('set_expired', 'You were shown these documents a while ago. Please look at them again.')
    const begun = await changeRun(tx, run, { state: 'approving', modified_at: now })
    if (run.total > APPROVED_AT_ONCE_MAX) await goOnLater(tx, id)
    const by = { tx, caller, now, settings }
    return tellRun(tx, by, run.total > APPROVED_AT_ONCE_MAX ? begun : await approveNext(by, begun))
  })
}
