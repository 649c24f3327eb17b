import { randomUUID } from 'node:crypto'
import { inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import type { Work } from '../platform/jobs/work.ts'
import { releaseRun } from './approving/release.job.ts'
import { goOnWithRun } from './approving/run.job.ts'
import { runRetention } from './approving/runs.ts'
import { resolveCancellation } from './cancelling/cancellation.job.ts'
import { watch } from './cancelling/watch.job.ts'
import { goOnCancelling } from './cancelling-many/run.job.ts'
import { cancellationRunRetention } from './cancelling-many/runs.ts'
import { compare } from './comparing/compare.job.ts'
import { foundRetention } from './comparing/found.ts'
import { recognise } from './comparing/recognise.job.ts'
import { giveSign } from './comparing/silence.ts'
import { checkOrders } from './counting/check-orders.ts'
import { foldChanges } from './counting/fold.job.ts'
import { forgetParties } from './counting/forget-parties.ts'
import { recount } from './counting/recount.job.ts'
import { releaseHeld } from './deciding/release-held.ts'
import { keyRetention } from './life/idempotency.ts'
import { sendApproved } from './sending/send.job.ts'
import type { Engine } from './store/engine.ts'
import {
  approvalRunJob,
  cancellationJob,
  cancellationRunJob,
  checkOrdersJob,
  compareJob,
  foldJob,
  forgetPartiesJob,
  pollJob,
  recogniseJob,
  recountJob,
  releaseHeldJob,
  releaseRunJob,
  resolveJob,
  sendJob,
  signJob,
  sweepJob,
  watchJob,
} from './store/jobs.ts'
import { refusalRetention } from './store/refusals.ts'
import { sweep } from './sweep.job.ts'
import { pollSubmission } from './verdicts/poll.job.ts'
import { resolveAttempt } from './verdicts/resolve.job.ts'

/** Batches that one process may have on the way: a silent call takes a minute, in which others go on. */
export const SENDERS_AT_ONCE = 8
const QUESTIONS_AT_ONCE = 4

/**
 * A job of its own, since it may ask the authority, which nobody who wants to sign in waits for. By a key of its own:
 * one that runs elsewhere, or seems to since its worker died, does not hold it up.
 */
const sweepAtOnce = ({ db }: Engine) =>
  inTransaction(db, (tx) => enqueue(tx, sweepJob, { quiet_ms: 0 }, { singleton_key: randomUUID() }))

export const documentWork: Work<Engine> = {
  jobs: [
    ...[sendJob, pollJob, resolveJob, cancellationJob, releaseHeldJob, sweepJob, watchJob],
    ...[signJob, compareJob, recogniseJob],
    ...[approvalRunJob, releaseRunJob, cancellationRunJob],
    ...[foldJob, recountJob, checkOrdersJob, forgetPartiesJob],
  ],
  retentions: [keyRetention, runRetention, cancellationRunRetention, refusalRetention, foundRetention],
  start: async (jobs, engine) => {
    const several = { concurrency: QUESTIONS_AT_ONCE }
    const senders = { concurrency: SENDERS_AT_ONCE }
    // Before anything is sent.
    await giveSign(engine)
    await jobs.work(signJob, () => giveSign(engine))
    await jobs.schedule(signJob, '* * * * *', {})
    await jobs.work(compareJob, () => compare(engine))
    await jobs.schedule(compareJob, '* * * * *', {})
    await jobs.work(recogniseJob, (wanted) => recognise(engine, wanted))
    await jobs.work(sendJob, (wanted, run) => sendApproved(engine, wanted, run), senders)
    await jobs.work(pollJob, (wanted) => pollSubmission(engine, wanted), several)
    await jobs.work(resolveJob, ({ attempt_id }) => resolveAttempt(engine, attempt_id), several)
    await jobs.work(cancellationJob, ({ cancellation_id }) => resolveCancellation(engine, cancellation_id))
    await jobs.work(releaseHeldJob, (wanted) => releaseHeld(engine, wanted))
    await jobs.work(approvalRunJob, (wanted, run) => goOnWithRun(engine, wanted, run))
    await jobs.work(releaseRunJob, (wanted) => releaseRun(engine, wanted))
    await jobs.work(cancellationRunJob, (wanted, run) => goOnCancelling(engine, wanted, run), several)
    await jobs.work(sweepJob, ({ quiet_ms }) => sweep(engine, quiet_ms))
    await jobs.schedule(sweepJob, '* * * * *', {})
    await jobs.work(foldJob, () => foldChanges(engine))
    await jobs.schedule(foldJob, '* * * * *', {})
    await jobs.work(recountJob, () => recount(engine))
    await jobs.schedule(recountJob, '20 2 * * *', {})
    await jobs.work(checkOrdersJob, () => checkOrders(engine))
    await jobs.schedule(checkOrdersJob, '50 2 * * *', {})
    await jobs.work(forgetPartiesJob, () => forgetParties({ db: engine.db, now: engine.clock.now() }))
    await jobs.schedule(forgetPartiesJob, '20 3 * * *', {})
    await jobs.work(watchJob, () => watch(engine))
    await jobs.schedule(watchJob, '*/5 * * * *', {})
    await sweepAtOnce(engine)
  },
}
