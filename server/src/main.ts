import { join } from 'node:path'
import { buildApp } from './app.ts'
import { openGate } from './authority/wire/gate.ts'
import { announce } from './demo/announce.ts'
import { seedDemo } from './demo/seed.ts'
import { openDirectory } from './directory/directory.ts'
import { workerIsThere } from './documents/reading/worker-sign.ts'
import { SENDERS_AT_ONCE } from './documents/work.ts'
import { equipEntities, equipIfPossible } from './entities/access/equip.ts'
import type { Anchors } from './evidence/anchor.ts'
import { anchorFolder } from './evidence/anchor-folder.ts'
import { anchorObjects } from './evidence/anchor-objects.ts'
import { listenFor } from './live/ear.ts'
import { openHub } from './live/hub.ts'
import { makeBackup } from './operating/backup/make.ts'
import { freeRooms } from './operating/disk-room.ts'
import { figuresOf } from './operating/figures.ts'
import { createPdfRenderer } from './pdf/render.ts'
import { type Clock, systemClock } from './platform/clock/clock.ts'
import { secretBox } from './platform/crypto/secret-box.ts'
import { demandKeyPlace } from './platform/crypto/secret-key.ts'
import { connectTo, type Database, type Db, openDatabase, UNHURRIED } from './platform/db/database.ts'
import { findWhereabouts } from './platform/db/embedded/place.ts'
import { migrate } from './platform/db/migrate.ts'
import { openStandby } from './platform/db/standby.ts'
import { type Env, readEnv } from './platform/env/env.ts'
import { startRefusal } from './platform/env/refusal.ts'
import { EXIT_CANNOT_START } from './platform/env/start-error.ts'
import { type Files, localFiles } from './platform/files/files.ts'
import { openDoors } from './platform/http/admission.ts'
import { demandPort } from './platform/http/demand-port.ts'
import { buildHealthApp } from './platform/http/health-app.ts'
import { installJobs } from './platform/jobs/queues.ts'
import { openJobs } from './platform/jobs/runner.ts'
import { type Log, openLog } from './platform/log/log.ts'
import { mailFolder, openMailBy } from './platform/mail/mail.ts'
import { recordUnsent } from './platform/mail/unsent.ts'
import { openObjects } from './platform/objects/objects.ts'
import { partsOf } from './platform/probes/parts.ts'
import { remembered } from './platform/probes/remembered.ts'
import { demandSecretKey } from './secrets/key.ts'
import { openLink } from './set-up/link.ts'
import { readMailServer } from './settings/mail-server.ts'
import { allJobs, createEngine, startWorker } from './worker.ts'

/** Each sender keeps one for its lease while its call is out; the rest serves people and jobs. */
const CONNECTIONS_MAX = 10 + SENDERS_AT_ONCE
const JOB_CONNECTIONS_MAX = 5
const READERS_MAX = 10
/**
 * That wait to be taken up while many come at once; the system may allow fewer. Beyond the 511 that Node asks for, each
 * tries again after one, three and seven seconds, although it would be answered, or told when to come again, at once.
 */
const CONNECTIONS_WAITING = 4_096
/** The migrator locks on one and works on another. */
const MIGRATION_CONNECTIONS = 2

const start = async (env: Env): Promise<void> => {
  const log = openLog(env.log_level)
  const clock = systemClock
  demandKeyPlace(env)
  const directory = env.directory && openDirectory(env.directory, log)
  const place = listeningPlace(env)
  if (place) await demandPort(place)

  const { database_url, data_dir } = env
  const database = await openDatabase({ database_url, data_dir, pool_max: CONNECTIONS_MAX, log })
  await prepareTables(database, log)
  const { db } = database
  const standby = standbyOf(env, { primary: db, log })
  const secret_key = await demandSecretKey(db, env)
  const box = secretBox(secret_key)
  const { simulator_url, has_simulator, demo_password: password } = env
  const parts = { db, box, log, simulator_url }
  // The past runs faster than the authority's limits allow, on its own clock and against the simulator only.
  const engineOn = (past: Clock) => createEngine({ ...parts, clock: past, gate: openGate() })
  const seeding = { ...parts, now: clock.now(), password, engineOn }
  const welcome = env.demo ? await seedDemo(seeding) : await beginAlone(seeding, env)

  const engine = createEngine({ ...parts, clock })
  const files = localFiles(join(data_dir, 'files'))
  const { public_url, anchor_mail_to } = env
  const anchors = anchorFolder(env.anchor_dir)
  const anchor_store = env.objects && anchorObjects(openObjects(env.objects))
  const pdf = createPdfRenderer({ log })
  const hub = openHub({ log })
  const outcomes = recordUnsent({ db, clock })
  const { connection } = database
  const jobs = openJobs({ connection, log, connections_max: JOB_CONNECTIONS_MAX, outcomes })
  const told = toldOf(database, { files, anchors, clock, log, env })
  const app = await buildApp({
    context: {
      ...{ db, engine, pdf, hub, files, secret_key, public_url, directory, anchors },
      ...{ mail_dir: mailFolder(data_dir), smtp_url: env.smtp_url, mail_from: env.mail_from },
      ...{ simulator_url, has_simulator, webhook_networks: env.webhook_networks },
    },
    ...{ ...told, clock, log, standby, doors: openDoors() },
    screens_dir: join(import.meta.dirname, '../../dist/web'),
    https: env.public_url.startsWith('https:'),
    trusted_proxies: env.trusted_proxies,
    metrics_token: env.metrics_token,
    validate_replies: false,
  })

  if (env.roles.has('worker'))
    await startWorker(jobs, engine, {
      ...{ files, standby, anchors, anchor_mail_to, anchor_store, public_url, secret_key, box },
      ...{ directory, webhook_networks: env.webhook_networks },
      send: openMailBy(() => readMailServer({ db, box, smtp_url: env.smtp_url }), env),
      equip: () => equipEntities({ db, box, simulator_url, now: clock.now() }),
      backUp: env.backs_up ? () => makeBackup({ ...env, db, connection, secret_key }) : undefined,
    })
  const ear = env.roles.has('web') ? listenFor(hub, { connection, standby, log }) : undefined
  const front = env.roles.has('web') ? app : await buildHealthApp({ ...env, log, ...told })
  if (place) await front.listen({ ...place, backlog: CONNECTIONS_WAITING })
  if (env.roles.has('web')) {
    const whereabouts = database_url === undefined ? findWhereabouts(data_dir) : undefined
    console.log(announce(env.public_url, welcome, whereabouts))
  }
  stopOnSignal(async () => {
    await Promise.all([front.close(), env.roles.has('worker') && jobs.stop({ graceful: true })])
    await ear?.close()
    await pdf.close()
    await standby?.close()
    await database.close()
  })
}

/** What each process tells of itself: whether it is ready, what is wrong elsewhere, and figures. */
const toldOf = (
  database: Database,
  parts: { files: Files; anchors: Anchors; clock: Clock; log: Log; env: Env },
) => {
  const { db } = database
  const { clock, log, env } = parts
  return {
    probes: partsOf({ database, ...parts }),
    warnings: { worker: remembered('worker', () => workerIsThere({ db, clock }), { clock, log }) },
    figures: figuresOf({
      ...{ db, ...parts, rooms: () => freeRooms(env) },
      backups: env.backs_up ? env : undefined,
    }),
  }
}

/** Where people reach it, or whoever looks after a worker alone; nowhere where nobody is to. */
const listeningPlace = ({ roles, host, port, health_port }: Env) => {
  if (roles.has('web')) return { host, port }
  return health_port === undefined ? undefined : { host, port: health_port }
}

/** Without the demo company: the way in, while there is nobody who may let people in. */
const beginAlone = async (means: Parameters<typeof equipIfPossible>[0], { roles, public_url }: Env) => {
  await equipIfPossible(means)
  const token = roles.has('web') ? await openLink(means) : undefined
  return { password: 'none', set_up_url: token && `${public_url}/set-up/${token}` } as const
}

/** Read for people, and for the files of their reports. */
const standbyOf = ({ database_read_url: url }: Env, parts: { primary: Db; log: Log }) =>
  url === undefined ? undefined : openStandby({ url, pool_max: READERS_MAX, ...parts })

const prepareTables = async ({ connection }: Database, log: Log) => {
  const patient = connectTo(connection, { pool_max: MIGRATION_CONNECTIONS, log, ...UNHURRIED })
  await migrate(patient.db, join(import.meta.dirname, '../migrations'))
  await installJobs(patient.db, allJobs)
  await patient.close()
}

/** Finishes what runs: answers and jobs, then the database. A second signal ends at once. */
const stopOnSignal = (finish: () => Promise<void>) => {
  const stop = async () => {
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
    await finish()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

// A terminal that is gone must not end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

let env: Env | undefined
try {
  env = readEnv(process.env)
  await start(env)
} catch (error) {
  console.error(startRefusal(error, env) ?? error)
  process.exit(EXIT_CANNOT_START)
}
