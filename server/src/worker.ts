import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerRetention } from './access/once.ts'
import { sessionRetention } from './access/sessions.ts'
import { callRetention } from './audit/admin-calls.ts'
import { auditRecords } from './audit/records.ts'
import { createAuthority } from './authority/calls/client.ts'
import { places } from './authority/wire/environments.ts'
import type { Gate } from './authority/wire/gate.ts'
import { sharedGate } from './authority/wire/shared-gate.ts'
import { expireRequests } from './change-requests/expire.ts'
import { requestMoved } from './change-requests/facts.ts'
import { expireJob, mailExpiredJob } from './change-requests/jobs.ts'
import { mailExpired } from './change-requests/mail-expired.job.ts'
import { keepHistory } from './commits/history.job.ts'
import { historyJob } from './commits/jobs.ts'
import { tidyDefectsJob } from './defects/jobs.ts'
import { tidyDefects } from './defects/tidy.job.ts'
import { resolveCancellation } from './documents/cancelling/cancellation.job.ts'
import { watch } from './documents/cancelling/watch.job.ts'
import { releaseHeld } from './documents/deciding/release-held.ts'
import { keyRetention } from './documents/life/idempotency.ts'
import { sendApproved } from './documents/sending/send.job.ts'
import type { Engine } from './documents/store/engine.ts'
import { documentsMoved, documentsNoted } from './documents/store/facts.ts'
import { documentsMoved } from './documents/store/facts.ts'
import {
  cancellationJob,
  pollJob,
  releaseHeldJob,
  resolveJob,
  sendJob,
  sweepJob,
  watchJob,
} from './documents/store/jobs.ts'
import { answerRecords, historyRecords } from './documents/store/records.ts'
import { sweep } from './documents/sweep.job.ts'
import { pollSubmission } from './documents/verdicts/poll.job.ts'
import { resolveAttempt } from './documents/verdicts/resolve.job.ts'
import { loadSecrets } from './entities/access/secrets.ts'
import { logWarnings } from './entities/access/warnings.ts'
import { accessChanged } from './entities/records/facts.ts'
import { equipJob, warnJob } from './entities/records/jobs.ts'
import { giveUpDelivery, mailAnchor, storeAnchor, writeAnchor } from './evidence/anchor.job.ts'
import type { Anchors } from './evidence/anchor.ts'
import { type AnchorStore, anchorsOfBoth } from './evidence/anchor-objects.ts'
import {
  anchorJob,
  brokenOffJob,
  mailAnchorJob,
  storeAnchorJob,
  undeliveredJob,
  verifyJob,
} from './evidence/jobs.ts'
import type { RecordKind } from './evidence/kind.ts'
import { runRetention } from './evidence/runs.ts'
import { giveUpVerification, runVerification } from './evidence/verify.job.ts'
import { importFinished } from './imports/kept/facts.ts'
import { importJob, tidyImportsJob } from './imports/running/jobs.ts'
import { runImport } from './imports/running/run.job.ts'
import { tidyImports } from './imports/running/tidy.job.ts'
import { lookAtCertificates } from './notifications/hearing/certificates.ts'
import { hearMoves, hearNotes, lookAgain } from './notifications/hearing/documents.ts'
import { hearImport } from './notifications/hearing/finished.ts'
import {
  hearAccessJob,
  hearImportJob,
  hearMovesJob,
  hearNotesJob,
  hearRequestJob,
  lookAgainJob,
  lookAtCertificatesJob,
} from './notifications/hearing/jobs.ts'
import { hearRequest } from './notifications/hearing/requests.ts'
import { markRetention, noticeRetention } from './notifications/notices/retention.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { SecretBox } from './platform/crypto/secret-box.ts'
import { type Db, inTransaction } from './platform/db/database.ts'
import { hears, type Listener, nameListeners } from './platform/facts/tell.ts'
import type { Files } from './platform/files/files.ts'
import type { JobDefinition } from './platform/jobs/definition.ts'
import { enqueue } from './platform/jobs/enqueue.ts'
import type { Jobs } from './platform/jobs/runner.ts'
import type { Log } from './platform/log/log.ts'
import type { SendMail } from './platform/mail/mail.ts'
import { purgeJob } from './platform/retention/jobs.ts'
import { purge } from './platform/retention/purge.job.ts'
import type { Retention } from './platform/retention/retention.ts'
import { beginDue } from './reports/begin-due.job.ts'
import {
  beginDueJob,
  giveUpReportJob,
  mailFailuresJob,
  mailReportJob,
  removeFilesJob,
  tidyReportsJob,
  writeReportJob,
} from './reports/jobs.ts'
import { mailFailures, mailReport } from './reports/mail.job.ts'
import { removeFiles } from './reports/remove-files.job.ts'
import { reportRetention, tidyReports } from './reports/tidy.job.ts'
import { giveUpReport, writeReport } from './reports/write.job.ts'
import { mailLinkJob } from './session/passwords/jobs.ts'
import { mailLink } from './session/passwords/mail-link.job.ts'
import { linkRetention, loginRetention } from './session/retention.ts'
import { deliverDue } from './webhooks/deliver.job.ts'
import { wakeDue } from './webhooks/due.job.ts'
import { deliverJob, dueJob, mailOffJob, spreadJob } from './webhooks/jobs.ts'
import { mailOff } from './webhooks/mail-off.job.ts'
import { networksOf } from './webhooks/networks.ts'
import { openPost } from './webhooks/post.ts'
import { anyWebhook, spreadMoves } from './webhooks/spread.job.ts'
import { deliveryRetention } from './webhooks/tables.ts'

/** Long imports take turns; more at once would slow each other down and everybody else. */
const IMPORTS_AT_ONCE = 2
const REPORTS_AT_ONCE = 2

/** Where the code of the server lies: a checkout, or not. */
const CHECKOUT = join(import.meta.dirname, '../..')

/** Who hears what is told. Each process imports this file, so each one that tells knows. */
export const LISTENERS: readonly Listener[] = [
  hears(accessChanged, releaseHeldJob),
  hears(accessChanged, equipJob),
  hears(documentsMoved, hearMovesJob),
  hears(documentsNoted, hearNotesJob),
  hears(requestMoved, hearRequestJob),
  hears(importFinished, hearImportJob),
  hears(accessChanged, hearAccessJob),
  hears(documentsMoved, spreadJob, anyWebhook),
]
nameListeners(LISTENERS)

/** Every kind of job there is; each process makes their queues at its start, so that it can enqueue. */
export const allJobs: readonly JobDefinition[] = [
  sendJob,
  pollJob,
  resolveJob,
  cancellationJob,
  sweepJob,
  watchJob,
  warnJob,
  purgeJob,
  mailLinkJob,
  expireJob,
  mailExpiredJob,
  anchorJob,
  mailAnchorJob,
  importJob,
  tidyImportsJob,
  storeAnchorJob,
  undeliveredJob,
  verifyJob,
  brokenOffJob,
  beginDueJob,
  writeReportJob,
  giveUpReportJob,
  mailReportJob,
  mailFailuresJob,
  removeFilesJob,
  tidyReportsJob,
  lookAgainJob,
  lookAtCertificatesJob,
  deliverJob,
  dueJob,
  mailOffJob,
  tidyDefectsJob,
  historyJob,
  ...LISTENERS.map(({ job }) => job),
]

/** What is thrown away and when; each room says so for its own tables. */
export const RETENTIONS: readonly Retention[] = [
  loginRetention,
  callRetention,
  linkRetention,
  sessionRetention,
  keyRetention,
  answerRetention,
  runRetention,
  reportRetention,
  noticeRetention,
  markRetention,
  deliveryRetention,
]

/** What is hash-chained; each room says so for its own tables. */
export const RECORD_KINDS: readonly RecordKind[] = [auditRecords, historyRecords, answerRecords]

type Parts = { db: Db; box: SecretBox; clock: Clock; log: Log; simulator_url: string; gate?: Gate }

/** What documents are sent with: the authority's client behind its gate, and each entity's own secrets. */
export const createEngine = ({ db, box, clock, log, simulator_url, gate }: Parts): Engine => ({
  db,
  clock,
  log,
  authority: createAuthority({
    places: places(simulator_url),
    clock,
    gate: gate ?? sharedGate({ db, box, sleep }),
  }),
  secrets: (sender_entity_id, environment) =>
    loadSecrets(db, box, { sender_entity_id, environment, now: clock.now() }),
  step: () => {},
})

/** Batches that one process may have on the way: a silent call takes a minute, in which others go on. */
export const SENDERS_AT_ONCE = 8
const QUESTIONS_AT_ONCE = 4

/** `public_url` is where the links in mails lead; `equip` fetches what companies lack that play with the simulator. */
type Outlets = {
  files: Files
  anchors: Anchors
  anchor_mail_to: string | undefined
  anchor_store?: AnchorStore | undefined
  send: SendMail
  public_url: string
  box: SecretBox
  webhook_networks: readonly string[]
  equip: () => Promise<void>
}

/** Webhooks that one process serves at once; each has a turn of some seconds. */
const WEBHOOKS_AT_ONCE = 8
/** New events are noticed at once; this is for what a lost announcement leaves behind. */
const WEBHOOK_POLLING_S = 10

const startWebhooks = async (jobs: Jobs, engine: Engine, outlets: Outlets): Promise<void> => {
  const post = openPost({ networks: networksOf(outlets.webhook_networks) })
  const delivering = { ...engine, box: outlets.box, post, random: Math.random }
  await jobs.work(spreadJob, (wanted) => spreadMoves(engine, wanted))
  await jobs.work(deliverJob, (wanted, run) => deliverDue(delivering, wanted, run), {
    ...{ concurrency: WEBHOOKS_AT_ONCE, polling_seconds: WEBHOOK_POLLING_S },
  })
  await jobs.work(dueJob, () => wakeDue(engine))
  await jobs.schedule(dueJob, '* * * * *', {})
  await jobs.work(mailOffJob, (wanted) => mailOff({ ...engine, ...outlets }, wanted))
}

/** Starts working off the jobs: says which handler listens to which job. */
export const startWorker = async (jobs: Jobs, engine: Engine, outlets: Outlets): Promise<void> => {
  await jobs.start()
  const several = { concurrency: QUESTIONS_AT_ONCE }
  await jobs.work(sendJob, (wanted) => sendApproved(engine, wanted), { concurrency: SENDERS_AT_ONCE })
  await jobs.work(pollJob, (wanted) => pollSubmission(engine, wanted), several)
  await jobs.work(resolveJob, ({ attempt_id }) => resolveAttempt(engine, attempt_id), several)
  await jobs.work(cancellationJob, ({ cancellation_id }) => resolveCancellation(engine, cancellation_id))
  await jobs.work(mailLinkJob, (wanted) => mailLink({ ...engine, ...outlets }, wanted))
  await jobs.work(mailExpiredJob, (wanted) => mailExpired({ ...engine, ...outlets }, wanted))
  await jobs.work(expireJob, () => expireRequests(engine))
  await jobs.schedule(expireJob, '7 * * * *', {})
  await jobs.work(releaseHeldJob, (wanted) => releaseHeld(engine, wanted))
  await jobs.work(equipJob, () => outlets.equip())
  await jobs.work(sweepJob, () => sweep(engine))
  await jobs.work(watchJob, () => watch(engine))
  await jobs.schedule(sweepJob, '* * * * *', {})
  await jobs.work(warnJob, () => logWarnings({ ...engine, now: engine.clock.now() }))
  await jobs.schedule(watchJob, '*/5 * * * *', {})
  await jobs.schedule(warnJob, '0 6 * * *', {})
  await workOnNotifications(jobs, engine)
  await jobs.work(purgeJob, () => purge({ ...engine, ...outlets, now: engine.clock.now() }, RETENTIONS))
  await jobs.schedule(purgeJob, '30 3 * * *', {})
  await jobs.work(importJob, (wanted, run) => runImport({ ...engine, ...outlets }, wanted, run), {
    concurrency: IMPORTS_AT_ONCE,
  })
  await jobs.work(tidyImportsJob, () => tidyImports({ ...engine, ...outlets }))
  await jobs.schedule(tidyImportsJob, '*/10 * * * *', {})
  await jobs.work(anchorJob, () => writeAnchor({ ...engine, ...outlets, now: engine.clock.now() }))
  const delivering = { anchor_store: undefined, ...engine, ...outlets }
  await jobs.work(mailAnchorJob, (wanted) => mailAnchor(delivering, wanted))
  await jobs.work(storeAnchorJob, (wanted) => storeAnchor(delivering, wanted))
  await jobs.work(undeliveredJob, (wanted) => giveUpDelivery(delivering, wanted))
  await jobs.schedule(anchorJob, '0 1 * * *', {})
  const { anchors, anchor_store } = outlets
  const everywhere = anchor_store ? anchorsOfBoth(anchors, anchor_store) : anchors
  const verifying = { ...engine, anchors: everywhere, kinds: RECORD_KINDS }
  await jobs.work(verifyJob, (wanted, run) => runVerification(verifying, wanted, run))
  await jobs.work(brokenOffJob, (wanted) => giveUpVerification(verifying, wanted))
  await workReports(jobs, { ...engine, ...outlets })
  await startWebhooks(jobs, engine, outlets)
  await jobs.work(tidyDefectsJob, () => tidyDefects({ ...engine, ...outlets }))
  await jobs.schedule(tidyDefectsJob, '50 3 * * *', {})
  await jobs.work(historyJob, () => keepHistory(engine, CHECKOUT))
  await jobs.schedule(historyJob, '20 * * * *', {})
  // Also at each start: a machine that is off at night never sees the hour.
  await inTransaction(engine.db, async (tx) => {
    await enqueue(tx, purgeJob, {})
    await enqueue(tx, anchorJob, {})
    await enqueue(tx, lookAtCertificatesJob, {})
    await enqueue(tx, tidyDefectsJob, {})
    await enqueue(tx, historyJob, {})
  })
  await sweep(engine, 0)
}

/** Schedules that became due while nothing ran are begun within the first minute. */
const workReports = async (jobs: Jobs, means: Engine & Outlets): Promise<void> => {
  await jobs.work(beginDueJob, () => beginDue(means))
  await jobs.schedule(beginDueJob, '* * * * *', {})
  await jobs.work(writeReportJob, (wanted, run) => writeReport(means, wanted, run), {
    concurrency: REPORTS_AT_ONCE,
  })
  await jobs.work(giveUpReportJob, (wanted) => giveUpReport(means, wanted))
  await jobs.work(mailReportJob, (wanted) => mailReport(means, wanted))
  await jobs.work(mailFailuresJob, (wanted) => mailFailures(means, wanted))
  await jobs.work(removeFilesJob, (wanted) => removeFiles(means, wanted))
  await jobs.work(tidyReportsJob, () => tidyReports(means))
  await jobs.schedule(tidyReportsJob, '13 * * * *', {})
}

const workOnNotifications = async (jobs: Jobs, engine: Engine) => {
  await jobs.work(hearMovesJob, (wanted) => hearMoves(engine, wanted))
  await jobs.work(hearNotesJob, (wanted) => hearNotes(engine, wanted))
  await jobs.work(hearRequestJob, (wanted) => hearRequest(engine, wanted))
  await jobs.work(hearImportJob, (wanted) => hearImport(engine, wanted))
  await jobs.work(hearAccessJob, () => lookAtCertificates(engine))
  await jobs.work(lookAgainJob, () => lookAgain(engine))
  await jobs.work(lookAtCertificatesJob, () => lookAtCertificates(engine))
  await jobs.schedule(lookAgainJob, '*/5 * * * *', {})
  await jobs.schedule(lookAtCertificatesJob, '5 6 * * *', {})
}
