import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { reportFinished, reportMoved } from './facts.ts'
import { holdScheduleOf } from './find.ts'
import { mailFailuresJob, mailReportJob } from './jobs.ts'
import { removeFilesOf } from './remove-files.job.ts'
import { OPEN_STATES, on, type ReportRun } from './tables.ts'

/** After so many failures in a row the owner of a schedule is told, once. */
export const FAILURES_TOLD = 3

/** Another try has begun meanwhile, or the report was deleted: nothing of this try counts. */
export class Superseded extends Error {}

type End =
  | { state: 'done'; file_key: string; file_name: string; rows: number; store_code_ids: string[] }
  | { state: 'skipped' }
  | { state: 'failed'; fault: string }

/** Ends a report, with the mail and the fact that follow. Throws Superseded where it is not this try's to end. */
export const endRun = (db: Db, run: ReportRun, { end, now }: { end: End; now: Date }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdScheduleOf(tx, run)
    const counted = end.state === 'done' ? { rows_total: end.rows } : {}
    const ended = await on(tx)
      .updateTable('report_runs')
      .set({ fault: '', ...end, ...counted, finished_at: now, modified_at: now })
      .where('id', '=', run.id)
      .where('attempts', '=', run.attempts)
      .where('state', 'in', OPEN_STATES)
      .returning('schedule_id')
      .executeTakeFirst()
    if (!ended) throw new Superseded()
    await removeFilesOf(tx, run, end.state === 'done' ? run.attempts : 0)
    if (ended.schedule_id !== null)
      await follow(tx, run.id, { schedule_id: ended.schedule_id, state: end.state })
    await tell(tx, reportMoved, { user_id: run.user_id })
    await tell(tx, reportFinished, { run_id: run.id })
  })

const follow = async (
  tx: Tx,
  run_id: string,
  { schedule_id, state }: { schedule_id: string; state: End['state'] },
) => {
  const { failures } = await on(tx)
    .updateTable('report_schedules')
    .set((eb) => ({ failures: state === 'failed' ? eb('failures', '+', 1) : 0 }))
    .where('id', '=', schedule_id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (state === 'done') await enqueue(tx, mailReportJob, { run_id })
  if (failures === FAILURES_TOLD) await enqueue(tx, mailFailuresJob, { run_id })
}
