import { sql } from 'kysely'
import { RECOGNISED_MS } from '#domain/access/policy.ts'
import { inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { resumeRuns } from './approving/resume-runs.ts'
import { askCancellationLater } from './cancelling/cancellations.ts'
import { rejectExpired } from './cancelling/expired.ts'
import { releaseWhenPossible } from './deciding/release-held.ts'
import { askLater } from './sending/attempts.ts'
import { recoverOrphans } from './sending/orphans.ts'
import { isReleased } from './store/conditions.ts'
import type { Engine } from './store/engine.ts'
import { pollJob, sendJob } from './store/jobs.ts'
import { on } from './store/tables.ts'

const QUIET_MS = 60_000
const ROWS_MAX = 1_000

/**
 * The safety net under the jobs: whatever stands between approval and verdict, and has been quiet for a
 * minute, gets its job again (a job that is still waiting makes the new one void). Held documents go on when
 * the cause is gone. A worker that starts sweeps with `quiet_ms` 0 and so takes over at once from one that died.
 */
export const sweep = async (engine: Engine, quiet_ms = QUIET_MS): Promise<void> => {
  await recoverOrphans(engine)
  const quiet_since = new Date(engine.clock.now().getTime() - quiet_ms)
  await resumeRuns(engine, quiet_since)
  const waiting = await on(engine.db)
    .selectFrom('documents')
    .where('status', 'in', ['Approved', 'Submitted', 'Outcome Unknown', 'OnHold'])
    .where('modified_at', '<=', quiet_since)
    .where(isReleased)
    // What is held for long must not keep the others from being looked at.
    .orderBy(sql`status = 'OnHold'`)
    .orderBy('modified_at')
    .orderBy('id')
    .select(['id', 'sender_entity_id', 'lane', 'submission_uid', 'status'])
    .limit(ROWS_MAX)
    .execute()
  await inTransaction(engine.db, async (tx) => {
    for (const { status, sender_entity_id, lane, submission_uid } of waiting) {
      if (status === 'Approved') {
        const key = `${sender_entity_id} ${lane}`
        await enqueue(tx, sendJob, { sender_entity_id, lane }, { singleton_key: key })
      }
      if (status !== 'Submitted' || !submission_uid) continue
      await enqueue(tx, pollJob, { sender_entity_id, submission_uid }, { singleton_key: submission_uid })
    }
  })
  await askAgain(
    engine,
    waiting.filter((row) => row.status === 'Outcome Unknown').map((row) => row.id),
  )
  await askCancellationLaters(engine, quiet_since)
  await rejectExpired(engine)
  await releaseHeld(
    engine,
    waiting.filter((row) => row.status === 'OnHold'),
  )
}

const releaseHeld = async (engine: Engine, held: readonly { id: string; sender_entity_id: string }[]) => {
  for (const sender_entity_id of new Set(held.map((row) => row.sender_entity_id))) {
    const own = held.filter((row) => row.sender_entity_id === sender_entity_id)
    await releaseWhenPossible(
      engine,
      sender_entity_id,
      own.map((row) => row.id),
    )
  }
}

const askAgain = async (engine: Engine, document_ids: readonly string[]) => {
  if (document_ids.length === 0) return
  const unclear = await on(engine.db)
    .selectFrom('attempts')
    .where('document_id', 'in', document_ids)
    .where('state', '=', 'unclear')
    // Past two hours a person decides; see resolve.job.ts.
    .where('issued_at', '>', new Date(engine.clock.now().getTime() - RECOGNISED_MS))
    .orderBy('issued_at')
    .orderBy('id')
    .select(['id', 'issued_at'])
    .execute()
  await inTransaction(engine.db, async (tx) => {
    for (const attempt of unclear) await askLater(tx, attempt, 0)
  })
}

const askCancellationLaters = async (engine: Engine, quiet_since: Date) => {
  const open = await on(engine.db)
    .selectFrom('cancellations')
    .where('state', 'in', ['intent', 'unclear'])
    .where('intended_at', '<=', quiet_since)
    .orderBy('intended_at')
    .select('id')
    .limit(ROWS_MAX)
    .execute()
  if (open.length === 0) return
  await inTransaction(engine.db, async (tx) => {
    for (const { id } of open) await askCancellationLater(tx, id, 0)
  })
}
