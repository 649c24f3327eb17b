import { sql } from 'kysely'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument } from '../../../domain/test/build.ts'
import { createAuthority } from '../../src/authority/calls/client.ts'
import { type Environment, places } from '../../src/authority/wire/environments.ts'
import type { Network } from '../../src/authority/wire/network.ts'
import { seedCompany } from '../../src/demo/seed-company.ts'
import type { Engine } from '../../src/documents/store/engine.ts'
import { type AttemptState, type Lane, on } from '../../src/documents/store/tables.ts'
import type { FixedClock } from '../../src/platform/clock/fixtures/fixed-clock.ts'
import { type Db, inTransaction } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { approvedRow } from '../approved-row.ts'
import { testDatabase } from '../database.ts'
import { atEnd } from '../ending/at-end.ts'
import { NOON } from '../world.ts'
import { type Guard, switchOff } from './guards.ts'
import { pausingDb } from './pausing-db.ts'
import { dieHere, pauseHere } from './tasks.ts'

/** Two workers with two leases each, and the transactions inside them. */
const CONNECTIONS_MAX = 16
const LOG = openLog('silent')

export type Stage = Awaited<ReturnType<typeof createStage>>

/**
 * A database of its own with one company, on which one seed after the other is played. `stale`: see pausingDb.
 */
export const createStage = async (options: { stale?: boolean; without?: Guard } = {}) => {
  const { db: plain, connection } = await testDatabase({ pool_max: 1 })
  const company = await inTransaction(plain, (tx) => seedCompany(tx, '', NOON))
  // Nothing of it must outlive a power cut, and every statement is planned once.
  await sql`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
    EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_generic_plan', current_database()); END $$`.execute(
    plain,
  )
  if (options.without) await switchOff(plain, options.without)
  const stage = {
    plain,
    sender_entity_id: company.entities.kinabalu,
    store_code_id: company.stores.KUL01,
    /** How many transactions have been committed so far. */
    commits: 0,
  }
  // A connection takes the first statement of a transaction without waiting for its beginning.
  const pipelined = { ...connection, pipeline: true }
  // Only connections made from now on see what was set for the whole database.
  const db = pausingDb(openPool(pipelined, { pool_max: CONNECTIONS_MAX, log: LOG }), {
    stale: options.stale === true,
    committed: () => stage.commits++,
  })
  atEnd(() => db.destroy())
  return Object.assign(stage, { db })
}

const content = buildDocument({ invoice_date: '2026-07-15' })

/**
 * Takes away what the last seed left and lays out approved documents, one for each lane named. Their ids follow
 * from their places, so that every run of a seed meets the same order.
 */
export const layOut = async (
  stage: Stage,
  { lanes, environment, now }: { lanes: readonly Lane[]; environment: Environment; now: Date },
): Promise<void> => {
  const { plain, sender_entity_id, store_code_id } = stage
  const rows = lanes.map((lane, at) => {
    const id = `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`
    const place = { id, sender_entity_id, store_code_id, environment, lane, now }
    return approvedRow({ ...content, invoice_number: `SIM-${at + 1}` }, place)
  })
  // Deleting few rows is quicker than truncating.
  await sql`DELETE FROM attempts; DELETE FROM submissions; DELETE FROM document_history; DELETE FROM documents`.execute(
    plain,
  )
  await on(plain).insertInto('documents').values(rows).execute()
  stage.commits++
}

/** `late`: its answer came when another worker had called it lost. */
type Copy = { id: string; state: AttemptState; sent_at_ms: number; resend_count: number; late: boolean }

/** A document as the tables hold it, with every attempt to send it. */
export type Held = {
  id: string
  invoice_number: string
  status: Status
  lane: Lane
  submission_uid: string | null
  authority_uuid: string | null
  attempts: Copy[]
}

/** All documents of the stage, in the order of their ids. */
export const readHeld = async ({ plain }: Stage): Promise<Held[]> => {
  const { rows } = await sql<Held>`
    SELECT d.id, d.invoice_number, d.status, d.lane, d.submission_uid, d.authority_uuid, a.attempts
    FROM documents AS d CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', c.id, 'state', c.state, 'resend_count', c.resend_count,
        'late', c.answer LIKE '%came late%',
        'sent_at_ms', (extract(epoch FROM s.intended_at) * 1000)::bigint) ORDER BY s.intended_at), '[]') AS attempts
      FROM attempts AS c JOIN submissions AS s ON s.id = c.submission_id WHERE c.document_id = d.id) AS a
    ORDER BY d.id`.execute(plain)
  return rows
}

type Hand = { db: Db; clock: FixedClock; carry: Network; environment: Environment }

/** The engine of one simulated worker, with its own tokens. Version 1.0 is not signed, which takes no time. */
export const createWorkerEngine = ({ db, clock, carry, environment }: Hand): Engine => ({
  db,
  clock,
  log: LOG,
  authority: createAuthority({ places: places('http://authority'), clock, network: carry }),
  secrets: async () => ({ environment, document_version: '1.0', client_id: 'c', client_secret: 's' }),
  sleep: async (ms) => clock.advance(ms),
  step: async (name) => (name === 'send: built' ? dieHere(name) : pauseHere(name)),
})
