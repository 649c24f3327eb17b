import { APPROVED_AT_ONCE_MAX, type ApprovalRun } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { undoNext } from './go-on.ts'
import { goOnLater } from './run.job.ts'
import { changeRun, lockOwnRun } from './runs.ts'
import { tellRun } from './tell.ts'

/**
 * Takes the documents of the caller's approval back to Pending Approval; one that goes on is stopped. From here on none
 * of it is sent, however long the taking back lasts. Said again it answers how that stands. Throws conflict `too_late`
 * once it was released.
 */
export const undoApproval = ({ db, caller, now }: { db: Db; caller: UserCaller; now: Date }, id: string) =>
  inTransaction(db, async (tx): Promise<ApprovalRun> => {
    const run = await lockOwnRun(tx, caller, id)
    if (run.state === 'undoing' || run.state === 'undone') return tellRun(tx, { caller, now }, run)
    if (run.state === 'frozen') throw conflict('wrong_status', 'Nothing of this is approved.')
    if (run.state === 'released' || (run.release_at && run.release_at <= now))
      throw conflict('too_late', TOO_LATE)
    const begun = await changeRun(tx, run, { state: 'undoing', release_at: null, modified_at: now })
    if (run.approved > APPROVED_AT_ONCE_MAX) await goOnLater(tx, id)
    return tellRun(
      tx,
      { caller, now },
      run.approved > APPROVED_AT_ONCE_MAX ? begun : await undoNext(tx, begun, now),
    )
  })

const TOO_LATE =
  'The time for undoing is over: the documents are on their way to LHDN. ' +
  'One that is validated can be cancelled within 72 hours.'
