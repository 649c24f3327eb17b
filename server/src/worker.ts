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
import type { Directory } from './directory/directory.ts'
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
import { verificationEnded } from './evidence/facts.ts'
import type { RecordKind } from './evidence/kind.ts'
import { evidenceWork } from './evidence/work.ts'
import { importFinished } from './imports/kept/facts.ts'
import { importWork } from './imports/work.ts'
import { ECHOES } from './live/echoes.ts'
import {
  hearAccessJob,
  hearImportJob,
  hearMovesJob,
  hearNotesJob,
  hearReportJob,
  hearRequestJob,
  hearVerificationJob,
} from './notifications/hearing/jobs.ts'
import { notificationWork } from './notifications/work.ts'
import type { Made } from './operating/backup/make.ts'
import { backupWork } from './operating/backup/work.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { SecretBox } from './platform/crypto/secret-box.ts'
import { type Db, inTransaction } from './platform/db/database.ts'
import type { Standby } from './platform/db/standby.ts'
import { hears, type Listener, nameListeners } from './platform/facts/tell.ts'
import type { Files } from './platform/files/files.ts'
import type { JobDefinition } from './platform/jobs/definition.ts'
import { enqueue } from './platform/jobs/enqueue.ts'
import type { Jobs } from './platform/jobs/runner.ts'
import type { Work } from './platform/jobs/work.ts'
import type { Log } from './platform/log/log.ts'
import type { SendMail } from './platform/mail/mail.ts'
import { unsentRetention } from './platform/mail/unsent.ts'
import { purgeJob } from './platform/retention/jobs.ts'
import { purge } from './platform/retention/purge.job.ts'
import type { Retention } from './platform/retention/retention.ts'
import { reportFinished } from './reports/facts.ts'
import { reportWork } from './reports/work.ts'
import { sessionWork } from './session/work.ts'
import { spreadJob } from './webhooks/jobs.ts'
import { ANY_WEBHOOK } from './webhooks/spread.job.ts'
import { webhookWork } from './webhooks/work.ts'

/** Who hears what is told. Each process imports this file, so each one that tells knows. */
export const LISTENERS: readonly Listener[] = [
  hears(accessChanged, releaseHeldJob),
  hears(accessChanged, equipJob),
  hears(accessChanged, hearAccessJob),
  hears(documentsMoved, hearMovesJob),
  hears(documentsMoved, spreadJob, ANY_WEBHOOK),
  hears(documentsNoted, hearNotesJob),
  hears(requestMoved, hearRequestJob),
  hears(importFinished, hearImportJob),
  hears(reportFinished, hearReportJob),
  hears(verificationEnded, hearVerificationJob),
  ...ECHOES,
]
nameListeners(LISTENERS)

/** What work needs of the process: `public_url` is where the links in mails lead, some signed by `secret_key`. */
type Outlets = {
  files: Files
  /** What is read for long may be read there. */
  standby?: Standby | undefined
  anchors: Anchors
  anchor_mail_to: string | undefined
  anchor_store?: AnchorStore | undefined
  send: SendMail
  public_url: string
  secret_key: string
  box: SecretBox
  /** Where people sign in whose password is not kept here. */
  directory?: Directory | undefined
  webhook_networks: readonly string[]
  /** Fetches what companies lack that play with the simulator. */
  equip: () => Promise<void>
  /** Makes a backup; undefined where none is to be made each night. */
  backUp?: (() => Promise<Pick<Made, 'undeleted'>>) | undefined
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
  backupWork,
]

/** Every kind of job there is; each process makes their queues at its start, so that it can enqueue. */
export const allJobs: readonly JobDefinition[] = [purgeJob, ...WORKS.flatMap(({ jobs }) => jobs)]

/** What is thrown away and when; each room says so for its own tables. */
export const RETENTIONS: readonly Retention[] = [
  ...[callRetention, sessionRetention, answerRetention, unsentRetention],
  ...WORKS.flatMap(({ retentions = [] }) => retentions),
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
    log,
    gate: gate ?? sharedGate({ db, box, sleep }),
  }),
  secrets: (sender_entity_id, environment) =>
    loadSecrets(db, box, { sender_entity_id, environment, now: clock.now() }),
  sleep,
  step: () => {},
})

/** Starts working off the jobs: each room says which handler listens to which of its jobs. */
export const startWorker = async (jobs: Jobs, engine: Engine, outlets: Outlets): Promise<void> => {
  const means = { ...engine, ...outlets, kinds: RECORD_KINDS }
  await jobs.start()
  for (const { start } of WORKS) await start(jobs, means)
  await jobs.work(purgeJob, () => purge({ ...means, now: engine.clock.now() }, RETENTIONS))
  await jobs.schedule(purgeJob, '30 3 * * *', {})
  await inTransaction(engine.db, async (tx) => {
    for (const job of [purgeJob, ...WORKS.flatMap(({ at_start = [] }) => at_start)])
      await enqueue(tx, job, {})
  })
}
