import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Caller } from '#domain/access/caller.ts'
import { FLAGS } from '#domain/access/flags.ts'
import {
  createKeys,
  type IssuedCertificate,
  issueCertificate,
} from '../../simulator/src/certificates/issue.ts'
import { startSimulator } from '../../simulator/src/start.ts'
import { issueKey } from '../src/access/api-keys.ts'
import { loadCaller } from '../src/access/caller.ts'
import { hashPassword } from '../src/access/passwords.ts'
import { openSession } from '../src/access/sessions.ts'
import { buildApp } from '../src/app.ts'
import { openGate } from '../src/authority/wire/gate.ts'
import { ACCOUNTS, type AccountName } from '../src/demo/company.ts'
import { type Company, seedCompany } from '../src/demo/seed-company.ts'
import type { Directory } from '../src/directory/directory.ts'
import type { Engine } from '../src/documents/store/engine.ts'
import { type Certified, equipEntities } from '../src/entities/access/equip.ts'
import { anchorFolder } from '../src/evidence/anchor-folder.ts'
import { openHub } from '../src/live/hub.ts'
import { createPdfRenderer } from '../src/pdf/render.ts'
import type { Clock } from '../src/platform/clock/clock.ts'
import { type FixedClock, fixedClock } from '../src/platform/clock/fixtures/fixed-clock.ts'
import { type SecretBox, secretBox } from '../src/platform/crypto/secret-box.ts'
import { type Database, type Db, inTransaction, type Tx } from '../src/platform/db/database.ts'
import type { Standby } from '../src/platform/db/standby.ts'
import { localFiles } from '../src/platform/files/files.ts'
import type { Doors } from '../src/platform/http/admission.ts'
import { openLog } from '../src/platform/log/log.ts'
import { mailFolder, openMail } from '../src/platform/mail/mail.ts'
import { createEngine } from '../src/worker.ts'
import { type Client, clientOf } from './client.ts'
import { testDatabase } from './database.ts'
import { atEnd } from './ending/at-end.ts'
import { type Leaks, openLeaks, overhear } from './leaks.ts'

/** Noon of a Wednesday in Malaysia. */
export const NOON = new Date('2026-07-15T04:00:00.000Z')
export const PASSWORD = 'Rumah-Gadang-7-Tingkat'
export const SECRET_KEY = 'c0'.repeat(32)

/** Where people reach the portal. */
export const PUBLIC_URL = 'http://lulus.example:8080'

/** Nothing listens there: the authority of worlds without a simulator. */
export const UNREACHABLE = 'http://127.0.0.1:9'

/** Someone who calls: a person by name, an API key of Kinabalu KUL01 with all flags, or nobody. */
export type Who = AccountName | 'key' | 'nobody'

export type World = Awaited<ReturnType<typeof createWorld>>

type WorldOptions = {
  simulator?: boolean
  clock?: FixedClock
  /** The public address is https. */
  https?: boolean
  /** Whose X-Forwarded-For is believed; a call of a test comes from 127.0.0.1. */
  trusted_proxies?: readonly string[]
  /** Where people of the company sign in; none unless given. */
  directory?: Directory
  /** Its copies, for what these may answer. */
  standby?: Standby
  /** Where calls wait; without them all come in at once. */
  doors?: Doors
  /** An empty one, instead of a fresh one on the server that the test files share. */
  database?: Database
}

/**
 * The demo company without its history, on a database of this test file's own, behind the real HTTP routes. The
 * clock stands at NOON until the test moves it. With `simulator` the authority is played in this process, on the
 * same clock, and the entities have credentials and certificates.
 */
export const createWorld = async (options: WorldOptions = {}) => {
  const { db, connection } = options.database ?? (await testDatabase())
  const clock = options.clock ?? fixedClock(NOON)
  const leaks = openLeaks()
  const log = openLog('trace', { write: (line: string) => overheard(leaks, line) })
  const box = secretBox(SECRET_KEY)
  const company = await inTransaction(db, async (tx) => seedCompany(tx, await password_hash, NOON))
  const { key } = await inTransaction(db, (tx) => issueTillKey(tx, company))
  const simulator_url = options.simulator ? await playAuthority(clock) : undefined
  await equipOn({ db, box, clock: fixedClock(NOON), simulator_url })()
  const engine = createEngine({ ...{ db, box, clock, log, gate: openGate() }, ...authorityAt(simulator_url) })
  const pdf = createPdfRenderer({ log })
  const hub = openHub({ log })
  const files_dir = await mkdtemp(join(tmpdir(), 'lulus-files-'))
  const files = localFiles(files_dir)
  const anchors = anchorFolder(join(files_dir, 'anchors'))
  const mail_dir = mailFolder(files_dir)
  // The receivers of tests listen on this machine.
  const webhook_networks = ['127.0.0.0/8']
  const app = await buildApp({
    context: {
      ...{ db, engine, pdf, hub, files, mail_dir, smtp_url: undefined, anchors, webhook_networks },
      has_simulator: true,
      ...{ mail_from: 'lulus@lulus.example', secret_key: SECRET_KEY, public_url: PUBLIC_URL },
      ...{ ...authorityAt(simulator_url), directory: options.directory },
    },
    clock,
    log,
    standby: options.standby,
    ...(options.doors && { doors: options.doors }),
    probes: { database: async () => true },
    ...{ https: options.https ?? false, trusted_proxies: options.trusted_proxies ?? [] },
    validate_replies: true,
  })
  await app.ready()
  overhear(app, leaks)
  for (const secret of [PASSWORD, SECRET_KEY, key]) leaks.remember('password or key', secret)
  // A database of the test's own may be gone by the end.
  const written = { db: options.database ? undefined : db, folder: files_dir }
  const findLeaks = () => rememberSecrets(leaks, engine, company).then(() => leaks.find(written))
  atEnd(async () => {
    await app.close()
    await pdf.close()
    expect(await findLeaks()).toEqual([])
    await rm(files_dir, { recursive: true })
  })

  const { credentials, ...callers } = callersOf({ db, clock, users: company.users, key })
  const as = (who: Who): Client => clientOf(app, () => credentials(who))

  return {
    ...callers,
    ...{ db, connection, app, hub, clock, log, box, engine, pdf, key, company, simulator_url, as },
    ...{ files, anchors, files_dir, mail_dir },
    outlets: {
      ...{ files, anchors, anchor_mail_to: undefined, box, webhook_networks },
      send: openMail({ smtp_url: undefined, mail_from: 'lulus@lulus.example', data_dir: files_dir }),
      public_url: PUBLIC_URL,
      secret_key: SECRET_KEY,
      equip: equipOn({ db, box, clock, simulator_url }),
    },
    /** Where a secret of this world stands that must not: in its tables, log, files and answers. */
    findLeaks,
  }
}

const authorityAt = (simulator_url = UNREACHABLE) => ({ simulator_url })

type Means = { db: Db; box: SecretBox; clock: Clock; simulator_url: string | undefined }

const equipOn = (means: Means) => async () => {
  const { simulator_url, clock } = means
  if (simulator_url) await equipEntities({ ...means, simulator_url, now: clock.now(), certify })
}

// What takes long to make and is the same in each world is made once in a worker.
const password_hash = hashPassword(PASSWORD)
const simulator_keys = createKeys(NOON.getTime())
const certificates = new Map<string, IssuedCertificate>()
const certify = async (_url: string, { not_before, not_after, ...whom }: Certified) => {
  const request = { ...whom, not_before: Date.parse(not_before), not_after: Date.parse(not_after) }
  const name = JSON.stringify(request)
  const issued = certificates.get(name) ?? issueCertificate(simulator_keys, request)
  certificates.set(name, issued)
  return issued
}

/** With what the companies' documents are sent; it lies sealed in the database. */
const rememberSecrets = async (leaks: Leaks, engine: Engine, { entities }: Company) => {
  for (const id of Object.values(entities)) {
    const secrets = await engine.secrets(id).catch(() => undefined)
    leaks.remember('client secret', secrets?.client_secret)
    leaks.remember('private key', secrets?.certificate?.private_key_pem.split('\n')[1])
  }
}

const ERROR_LEVEL = 50

/** Everything is searched; what went wrong is shown as well. */
const overheard = (leaks: Leaks, line: string) => {
  leaks.write('the log', line)
  if (JSON.parse(line).level >= ERROR_LEVEL) process.stdout.write(line)
}

const issueTillKey = (tx: Tx, { entities, stores }: Company) =>
  issueKey(tx, {
    name: 'Till of the Kuala Lumpur shop',
    sender_entity_id: entities.kinabalu,
    store_code_ids: [stores.KUL01],
    flags: FLAGS,
    expires_at: new Date('2027-07-15T00:00:00Z'),
    now: NOON,
  })

type Door = { db: Db; clock: Clock; users: Record<AccountName, string>; key: string }

/** What people and programs show when they call. */
const callersOf = ({ db, clock, users, key }: Door) => {
  const tokenHeader = async (user_id: string) => {
    const session = { user_id, ip: '127.0.0.1', user_agent: 'test', now: clock.now() }
    return { authorization: `Token ${await inTransaction(db, (tx) => openSession(tx, session))}` }
  }
  return {
    tokenHeader,
    credentials: async (who: Who): Promise<Record<string, string>> => {
      if (who === 'nobody') return {}
      if (who === 'key') return { authorization: `Api-Key ${key}` }
      return tokenHeader(users[who])
    },
    /** Who calls, for verbs that are called without HTTP. */
    callerOf: async (name: AccountName): Promise<Caller> => {
      const headers = await tokenHeader(users[name])
      const caller = await loadCaller(db, headers, { now: clock.now(), idle_ms_max: 900_000 })
      if (!caller) throw new Error(`${name} is not signed in.`)
      return caller
    },
  }
}

export const PEOPLE = Object.keys(ACCOUNTS) as AccountName[] // the keys of a literal

/** The simulator, for as long as the tests of a file last; answers its address. */
export const playAuthority = async (clock: { now(): Date }) => {
  const simulator = await startSimulator({
    keys: simulator_keys,
    now: () => clock.now().getTime(),
    validation_delay_ms: 0,
    rate_limits: false,
  })
  atEnd(() => simulator.close())
  return simulator.url
}
