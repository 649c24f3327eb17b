import { type Caller, holds } from '#domain/access/caller.ts'
import { loadAbsent } from '../../access/caller.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Engine } from '../store/engine.ts'
import { approvalRunJob } from '../store/jobs.ts'
import { makerSettings } from '../store/maker-settings.ts'
import { on } from '../store/tables.ts'
import { approveNext, undoNext } from './go-on.ts'
import { lockRun, type RunRow } from './runs.ts'

/** What going on takes of the engine: neither the authority nor a secret. */
export type Going = Pick<Engine, 'db' | 'clock' | 'step'>

/** After so long a run makes room for those of others, and asks to be run again. */
const RUN_MS_MAX = 15_000

/** Has a worker go on with a run. */
export const goOnLater = (tx: Tx, run_id: string) =>
  enqueue(tx, approvalRunJob, { run_id }, { singleton_key: run_id })

/**
 * Goes on with approving, by the rights that its maker has now, or with taking back. What a batch does and how far the
 * run has come are one transaction: it may be killed at any time, and may run twice.
 */
export const goOnWithRun = async (
  engine: Going,
  { run_id }: { run_id: string },
  { signal, run_ms_max = RUN_MS_MAX }: { signal?: AbortSignal; run_ms_max?: number } = {},
): Promise<void> => {
  const until_ms = performance.now() + run_ms_max
  while (await goOn(engine, run_id)) {
    await engine.step('approve: batch decided')
    if (performance.now() < until_ms && signal?.aborted !== true) continue
    return inTransaction(engine.db, async (tx) => {
      await goOnLater(tx, run_id)
    })
  }
}

/** One batch; whether there is more to do. */
const goOn = async (engine: Going, run_id: string): Promise<boolean> => {
  const now = engine.clock.now()
  const settings = await makerSettings(engine)
  const caller = await approverOf(engine, run_id, now)
  return inTransaction(engine.db, async (tx) => {
    const run = await lockRun(tx, run_id)
    const next = run && (await (run.state === 'approving' ? approve(run) : undo(run)))
    return next?.state === 'approving' || next?.state === 'undoing'

    function approve(one: RunRow) {
      return approveNext({ tx, caller, now, settings }, one)
    }
    async function undo(one: RunRow) {
      return one.state === 'undoing' ? undoNext(tx, one, now) : undefined
    }
  })
}

/** Undefined where they may approve nothing any more. */
const approverOf = async ({ db }: Going, run_id: string, now: Date): Promise<Caller | undefined> => {
  const run = await on(db)
    .selectFrom('approval_runs')
    .where('id', '=', run_id)
    .select('user_id')
    .executeTakeFirst()
  const caller = run && (await loadAbsent(db, { kind: 'user', id: run.user_id }, now))
  return caller && holds(caller, 'can_approve_invoice') ? caller : undefined
}
