import { APPROVED_AT_ONCE_MAX, UNDO_MS } from '#contract/approvals.ts'
import { next } from '#domain/documents/lifecycle.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { type Approver, approveMany } from '../deciding/approve-many.ts'
import type { Reason } from '../deciding/decisions.ts'
import { transitionAlike } from '../life/transition.ts'
import { releaseRunJob } from '../store/jobs.ts'
import { lockManyForJob } from '../store/rows.ts'
import { changeRun, nextOfRun, type RunRow, writeOutcomes } from './runs.ts'

/** Decides the next documents of a held run that is `approving`; after the last one it can be undone. */
export const approveNext = async (
  by: Omit<Approver, 'caller'> & { caller: Approver['caller'] | undefined },
  run: RunRow,
): Promise<RunRow> => {
  const { tx, caller, now } = by
  const wanted = await nextOfRun(tx, run.id, 'waiting', APPROVED_AT_ONCE_MAX)
  const ids = wanted.map(({ uuid }) => uuid)
  const refused = caller
    ? await approveMany({ ...by, caller }, wanted)
    : new Map(ids.map((id): [string, Reason] => [id, GONE]))
  await writeOutcomes(tx, run.id, { ids, done: 'approved', refused })
  const counted = {
    approved: run.approved + ids.length - refused.size,
    refused: run.refused + refused.size,
    modified_at: now,
  }
  if (counted.approved + counted.refused < run.total) return changeRun(tx, run, counted)
  if (counted.approved === 0) return changeRun(tx, run, { ...counted, state: 'released' })
  await enqueue(tx, releaseRunJob, { run_id: run.id }, { singleton_key: run.id, start_after_ms: UNDO_MS })
  const release_at = new Date(now.getTime() + UNDO_MS)
  return changeRun(tx, run, { ...counted, state: 'undoable', release_at })
}

const GONE: Reason = {
  code: 'flag_missing',
  why: 'Whoever approved this may not approve documents any more.',
}

const UNDONE = 'The approval was undone before anything was sent to LHDN.'

/**
 * A run that this transaction holds and is `undoing`: its next documents wait for approval again, also those that
 * somebody has put on hold meanwhile. What was sent back meanwhile is not approved by it any more, whatever became of
 * it since. Nothing of it was sent, since it was never released.
 */
export const undoNext = async (tx: Tx, run: RunRow, now: Date): Promise<RunRow> => {
  const wanted = await nextOfRun(tx, run.id, 'approved', APPROVED_AT_ONCE_MAX)
  const ids = wanted.map(({ uuid }) => uuid)
  const locked = await lockManyForJob(tx, ids)
  const documents = wanted.flatMap(({ uuid, revision }) => {
    const document = locked.get(uuid)
    return document?.revision === revision && next(document.status, 'undo_approval') ? [document] : []
  })
  const actor = { actor_id: run.user_id, actor_name: run.made_by_name }
  const patch = { approved_hash: null, approved_by: null, approved_by_email: null, approved_at: null }
  for (const alike of Map.groupBy(documents, ({ status }) => status).values())
    await transitionAlike(tx, alike, { event: 'undo_approval', actor, why: UNDONE, now, patch })
  await writeOutcomes(tx, run.id, { ids, done: 'undone' })
  const undone = run.undone + ids.length
  const state = undone < run.approved ? 'undoing' : 'undone'
  return changeRun(tx, run, { undone, state, modified_at: now })
}
