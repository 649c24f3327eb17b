import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Engine } from '../store/engine.ts'
import { releaseRunJob } from '../store/jobs.ts'
import { on } from '../store/tables.ts'
import { goOnLater } from './run.job.ts'

const RUNS_MAX = 100

/** Approvals of many that have been quiet since then, and should have gone on or been released, get their job again. */
export const resumeRuns = async ({ db, clock }: Engine, quiet_since: Date): Promise<void> => {
  const now = clock.now()
  const quiet = await on(db)
    .selectFrom('approval_runs')
    .where('state', 'in', ['approving', 'undoing', 'undoable'])
    .where('modified_at', '<=', quiet_since)
    .orderBy('modified_at')
    .orderBy('id')
    .select(['id', 'release_at'])
    .limit(RUNS_MAX)
    .execute()
  if (quiet.length === 0) return
  await inTransaction(db, async (tx) => {
    for (const { id: run_id, release_at } of quiet) {
      if (!release_at) await goOnLater(tx, run_id)
      else if (release_at <= now) await enqueue(tx, releaseRunJob, { run_id }, { singleton_key: run_id })
    }
  })
}
