import type { CancellationRun } from '#contract/documents/cancellations.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { lockRun, readRunOf, STOPPED, stopRun } from './runs.ts'
import { tellRun } from './tell.ts'

/**
 * Stops a run of the caller's companies, whoever began it: what has not had its turn stays valid. The one whose turn it
 * is at this moment goes through. One that has ended answers how it stands.
 */
export const stopCancelling = (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  id: string,
): Promise<CancellationRun> =>
  inTransaction(db, async (tx) => {
    const known = await readRunOf(tx, caller, id)
    const run = (await lockRun(tx, id)) ?? known
    return tellRun(
      tx,
      { caller },
      run.state === 'cancelling' ? await stopRun(tx, run, { ...STOPPED, now }) : run,
    )
  })
