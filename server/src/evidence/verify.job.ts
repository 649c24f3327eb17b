import type { Clock } from '../platform/clock/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { withLease } from '../platform/db/lease.ts'
import { tell } from '../platform/facts/tell.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import type { Anchors } from './anchor.ts'
import { verificationEnded } from './facts.ts'
import type { RecordKind } from './kind.ts'
import { markBrokenOff, markDone, markProgress, markRunning } from './runs.ts'
import { verifySnapshot } from './verify.ts'

type Means = { db: Db; clock: Clock; anchors: Anchors; kinds: readonly RecordKind[] }
type Run = { run_id: string }

/**
 * Verifies all chains for a run that somebody began, and tells how far it is. Killed in the middle it begins again from
 * the start. Never two at once: throws while another one holds the lease, to be tried again.
 */
export const runVerification = async (
  { db, clock, anchors, kinds }: Means,
  { run_id }: Run,
  { signal }: { signal: AbortSignal },
): Promise<void> => {
  const pause = () => {
    signal.throwIfAborted()
    return takeTurn()
  }
  const held = await withLease(db, 'evidence.verify', async (lease) => {
    if (!(await markRunning(db, run_id))) return
    const tellProgress = async (progress: Parameters<typeof markProgress>[2]) => {
      await markProgress(db, run_id, progress)
    }
    const verdict = await verifySnapshot(db, { kinds, anchors, pause, tell: tellProgress })
    await inTransaction(db, async (tx) => {
      await lease.demandIn(tx)
      await markDone(tx, run_id, { verdict, now: clock.now() })
      await tell(tx, verificationEnded, { run_id })
    })
  })
  if (held.busy) throw new Error('Another verification is under way.')
}

/** Nothing tries it any more: the screen says so, and lets a new one begin. */
export const giveUpVerification = async ({ db, clock }: Means, { run_id }: Run): Promise<void> => {
  await inTransaction(db, async (tx) => {
    await markBrokenOff(tx, run_id, clock.now())
    await tell(tx, verificationEnded, { run_id })
  })
}
