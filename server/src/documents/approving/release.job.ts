import { UNDO_MS } from '#contract/approvals.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Engine } from '../store/engine.ts'
import { releaseRunJob, sendJob } from '../store/jobs.ts'
import { on } from '../store/tables.ts'
import { changeRun, lockRun } from './runs.ts'

/**
 * Lets what a run approved go to the authority, once the time for undoing it is over: from this commit on, and not
 * before, the documents are found by those who send. Run twice, or after an undoing, it does nothing.
 */
export const releaseRun = async (engine: Engine, { run_id }: { run_id: string }): Promise<void> =>
  inTransaction(engine.db, async (tx) => {
    const run = await lockRun(tx, run_id)
    if (run?.state !== 'undoable' || !run.release_at) return
    const now = engine.clock.now()
    const early_ms = run.release_at.getTime() - now.getTime()
    // The queue lives by the clock of the database, the time to undo by that of who approved. What is early by
    // more than the whole of it is so by a clock that is apart: the queue has waited for so long already.
    if (early_ms > 0 && early_ms <= UNDO_MS) {
      await enqueue(tx, releaseRunJob, { run_id }, { singleton_key: run_id, start_after_ms: early_ms })
      return
    }
    await changeRun(tx, run, { state: 'released', modified_at: now })
    const lanes = await on(tx)
      .selectFrom('documents')
      .innerJoin('approval_run_documents as d', 'd.document_id', 'documents.id')
      .where('d.run_id', '=', run_id)
      .where('d.state', '=', 'approved')
      .select(['documents.sender_entity_id', 'documents.lane'])
      .distinct()
      .execute()
    for (const wanted of lanes) {
      const singleton_key = `${run_id} ${wanted.sender_entity_id} ${wanted.lane}`
      await enqueue(tx, sendJob, wanted, { singleton_key })
    }
  })
