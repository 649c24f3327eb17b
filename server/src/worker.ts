import { setTimeout as sleep } from 'node:timers/promises'
import { answerRetention } from './access/once.ts'
import { sessionRetention } from './access/sessions.ts'
import { callRetention } from './audit/admin-calls.ts'
import { auditRecords } from './audit/records.ts'
import { createAuthority } from './authority/calls/client.ts'
import { places } from './authority/wire/environments.ts'
import type { Gate } from './authority/wire/gate.ts'
import { sharedGate } from './authority/wire/shared-gate.ts'
import { requestMoved } from './change-requests/facts.ts'
import { requestWork } from './change-requests/work.ts'
import { commitWork } from './commits/work.ts'
import { defectWork } from './defects/work.ts'
import type { Engine } from './documents/store/engine.ts'
import { documentsMoved, documentsNoted } from './documents/store/facts.ts'
import { releaseHeldJob } from './documents/store/jobs.ts'
import { answerRecords, historyRecords } from './documents/store/records.ts'
import { documentWork } from './documents/work.ts'
import { loadSecrets } from './entities/access/secrets.ts'
import { accessChanged } from './entities/records/facts.ts'
import { equipJob } from './entities/records/jobs.ts'
import { entityWork } from './entities/work.ts'
import type { Anchors } from './evidence/anchor.ts'
import type { AnchorStore } from './evidence/anchor-objects.ts'
import type { RecordKind } from './evidence/kind.ts'
import { evidenceWork } from './evidence/work.ts'
import { importFinished } from './imports/kept/facts.ts'
import { importWork } from './imports/work.ts'
import {
  hearAccessJob,
  hearImportJob,
  hearMovesJob,
  hearNotesJob,
  hearReportJob,
  hearRequestJob,
} from './notifications/hearing/jobs.ts'
import { notificationWork } from './notifications/work.ts'
import { hearRequest } from './notifications/hearing/requests.ts'
import { gatherDigests, gatherLetters } from './notifications/letters/gather.ts'
import { digestJob, gatherJob, letterJob } from './notifications/letters/jobs.ts'
import { sendLetter } from './notifications/letters/send.job.ts'
import { markRetention, noticeLetterRetention, noticeRetention } from './notifications/notices/retention.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { SecretBox } from './platform/crypto/secret-box.ts'
import { type Db, inTransaction } from './platform/db/database.ts'
import { hears, type Listener, nameListeners } from './platform/facts/tell.ts'
import type { Files } from './platform/files/files.ts'
import type { JobDefinition } from './platform/jobs/definition.ts'
import { enqueue } from './platform/jobs/enqueue.ts'
import type { Jobs } from './platform/jobs/runner.ts'
import type { Work } from './platform/jobs/work.ts'
import type { Log } from './platform/log/log.ts'
import type { SendMail } from './platform/mail/mail.ts'
import { purgeJob } from './platform/retention/jobs.ts'
import { purge } from './platform/retention/purge.job.ts'
import type { Retention } from './platform/retention/retention.ts'
import { reportFinished } from './reports/facts.ts'
import { reportWork } from './reports/work.ts'
import { sessionWork } from './session/work.ts'
import { spreadJob } from './webhooks/jobs.ts'
import { anyWebhook } from './webhooks/spread.job.ts'
import { webhookWork } from './webhooks/work.ts'

/** Who hears what is told. Each process imports this file, so each one that tells knows. */
export const LISTENERS: readonly Listener[] = [
  hears(accessChanged, releaseHeldJob),
  hears(accessChanged, equipJob),
  hears(accessChanged, hearAccessJob),
  hears(documentsMoved, hearMovesJob),
  hears(documentsMoved, spreadJob, anyWebhook),
  hears(documentsNoted, hearNotesJob),
  hears(requestMoved, hearRequestJob),
  hears(importFinished, hearImportJob),
  hears(reportFinished, hearReportJob),
]
nameListeners(LISTENERS)

/** What work needs of the process: `public_url` is where the links in mails lead. */
type Outlets = {
  files: Files
  anchors: Anchors
  anchor_mail_to: string | undefined
  anchor_store?: AnchorStore | undefined
  send: SendMail
  public_url: string
  box: SecretBox
  webhook_networks: readonly string[]
  /** Fetches what companies lack that play with the simulator. */
  equip: () => Promise<void>
}
type Means = Engine & Outlets & { kinds: readonly RecordKind[] }

const WORKS: readonly Work<Means>[] = [
  documentWork,
  entityWork,
  sessionWork,
  requestWork,
  notificationWork,
  importWork,
  evidenceWork,
  reportWork,
  webhookWork,
  defectWork,
  commitWork,
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
  lookAgainJob,
  lookAtCertificatesJob,
  gatherJob,
  digestJob,
  letterJob,
  ...LISTENERS.map(({ job }) => job),
]

/** Every kind of job there is; each process makes their queues at its start, so that it can enqueue. */
export const allJobs: readonly JobDefinition[] = [purgeJob, ...WORKS.flatMap(({ jobs }) => jobs)]

/** What is thrown away and when; each room says so for its own tables. */
export const RETENTIONS: readonly Retention[] = [
  ...[callRetention, sessionRetention, answerRetention],
  ...WORKS.flatMap(({ retentions = [] }) => retentions),
  loginRetention,
  callRetention,
  linkRetention,
  sessionRetention,
  keyRetention,
  answerRetention,
  runRetention,
  noticeRetention,
  markRetention,
  noticeLetterRetention,
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

/** Starts working off the jobs: each room says which handler listens to which of its jobs. */
/** Batches that one process may have on the way: a silent call takes a minute, in which others go on. */
export const SENDERS_AT_ONCE = 8
const QUESTIONS_AT_ONCE = 4

/**
 * `public_url` is where the links in mails lead, some of them signed by `secret_key`; `equip` fetches what companies
 * lack that play with the simulator.
 */
type Outlets = {
  files: Files
  anchors: Anchors
  anchor_mail_to: string | undefined
  anchor_store?: AnchorStore | undefined
  send: SendMail
  public_url: string
  secret_key: string
  equip: () => Promise<void>
}

/** Starts working off the jobs: says which handler listens to which job. */
export const startWorker = async (jobs: Jobs, engine: Engine, outlets: Outlets): Promise<void> => {
  const means = { ...engine, ...outlets, kinds: RECORD_KINDS }
  await jobs.start()
  for (const { start } of WORKS) await start(jobs, means)
  await jobs.work(purgeJob, () => purge({ ...means, now: engine.clock.now() }, RETENTIONS))
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
  await workOnNotifications(jobs, engine, outlets)
  await jobs.work(purgeJob, () => purge({ ...engine, ...outlets, now: engine.clock.now() }, RETENTIONS))
  await jobs.schedule(purgeJob, '30 3 * * *', {})
  await inTransaction(engine.db, async (tx) => {
    for (const job of [purgeJob, ...WORKS.flatMap(({ at_start = [] }) => at_start)])
      await enqueue(tx, job, {})
  })
  await sweep(engine, 0)
}

/** Each writes in its turn; fetching the next job and saying that one is done take longer. */
const HEARERS = 4

const workOnNotifications = async (jobs: Jobs, engine: Engine, outlets: Outlets) => {
  await jobs.work(hearMovesJob, (wanted) => hearMoves(engine, wanted), { concurrency: HEARERS })
  await jobs.work(hearNotesJob, (wanted) => hearNotes(engine, wanted))
  await jobs.work(hearRequestJob, (wanted) => hearRequest(engine, wanted))
  await jobs.work(hearImportJob, (wanted) => hearImport(engine, wanted))
  await jobs.work(hearAccessJob, () => lookAtCertificates(engine))
  await jobs.work(lookAgainJob, () => lookAgain(engine))
  await jobs.work(lookAtCertificatesJob, () => lookAtCertificates(engine))
  await jobs.work(gatherJob, (wanted) => gatherLetters(engine, wanted))
  await jobs.work(digestJob, () => gatherDigests(engine))
  await jobs.work(letterJob, (wanted) => sendLetter({ ...engine, ...outlets }, wanted))
  await jobs.schedule(digestJob, '0 8 * * *', {})
  await jobs.schedule(lookAgainJob, '*/5 * * * *', {})
  await jobs.schedule(lookAtCertificatesJob, '5 6 * * *', {})
}
