import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { buildDocument } from '../../../domain/test/build.ts'
import { createAuthority } from '../../src/authority/client.ts'
import { type Environment, places } from '../../src/authority/environments.ts'
import type { Network } from '../../src/authority/network.ts'
import { seedCompany } from '../../src/demo/seed-company.ts'
import type { Engine } from '../../src/documents/engine.ts'
import { insertDocument } from '../../src/documents/rows.ts'
import { type Lane, on } from '../../src/documents/tables.ts'
import type { FixedClock } from '../../src/platform/clock/clock.ts'
import { type Db, inTransaction } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { approvedRow } from '../approved-row.ts'
import { testDatabase } from '../database.ts'
import { NOON } from '../world.ts'
import { type Guard, switchOff } from './guards.ts'
import { pausingDb } from './pausing-db.ts'
import { dieHere, pauseHere } from './tasks.ts'

/** Two workers with two leases each, and the transactions inside them. */
const CONNECTIONS_MAX = 16

export type Stage = Awaited<ReturnType<typeof createStage>>

/**
 * A database of its own with one company, on which one seed after the other is played. Jobs are not stored: the
 * simulation decides by the tables what runs. `stale`: see pausingDb.
 */
export const createStage = async (options: { stale?: boolean; without?: Guard } = {}) => {
  const { db, connection } = await testDatabase({ pool_max: 1 })
  const company = await inTransaction(db, (tx) => seedCompany(tx, '', NOON))
  await sql`CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(db)
  await sql`CREATE TRIGGER no_jobs BEFORE INSERT ON pgboss.job_common FOR EACH ROW EXECUTE FUNCTION skip()`.execute(
    db,
  )
  if (options.without) await switchOff(db, options.without)
  // Only connections made from now on see what was set for the whole database.
  const paused = pausingDb(
    openPool(connection, CONNECTIONS_MAX, openLog('fatal')),
    () => options.stale === true,
  )
  afterAll(() => paused.destroy())
  return {
    db: paused,
    plain: db,
    sender_entity_id: company.entities.kinabalu,
    store_code_id: company.stores.KUL01,
  }
}

/** Takes away what the last seed left; deleting few rows is quicker than truncating. */
export const clear = (stage: Stage) =>
  sql`DELETE FROM attempts; DELETE FROM submissions; DELETE FROM document_history; DELETE FROM documents`.execute(
    stage.plain,
  )

const content = buildDocument({ invoice_date: '2026-07-15' })

/** An approved document; its id follows from its place, so that every run of a seed meets the same order. */
export const addApproved = async (
  stage: Stage,
  { at, lane, environment, now }: { at: number; lane: Lane; environment: Environment; now: Date },
): Promise<string> => {
  const number = `SIM-${at}`
  const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  const { sender_entity_id, store_code_id } = stage
  const place = { id, sender_entity_id, store_code_id, environment, lane, now }
  await inTransaction(stage.plain, (tx) =>
    insertDocument(tx, approvedRow({ ...content, invoice_number: number }, place)),
  )
  return number
}

type Hand = { db: Db; clock: FixedClock; carry: Network; environment: Environment }

/** The engine of one simulated worker, with its own tokens. Version 1.0 is not signed, which takes no time. */
export const createWorkerEngine = ({ db, clock, carry, environment }: Hand): Engine => ({
  db,
  clock,
  log: openLog('fatal'),
  authority: createAuthority({ places: places('http://authority'), clock, network: carry }),
  secrets: async () => ({ environment, document_version: '1.0', client_id: 'c', client_secret: 's' }),
  step: async (name) => (name === 'send: built' ? dieHere(name) : pauseHere(name)),
})

export type Demand = {
  documents: { id: string; number: string; status: string; lane: Lane; submission_uid: string | null }[]
  unclear: { id: string; number: string; age_ms: number }[]
}

/** What the tables call for now. */
export const demandOf = async ({ plain }: Stage, now: Date): Promise<Demand> => {
  const documents = await on(plain)
    .selectFrom('documents')
    .orderBy('id')
    .select(['id', 'invoice_number as number', 'status', 'lane', 'submission_uid'])
    .execute()
  const unclear = documents.some((row) => row.status === 'Outcome Unknown')
    ? await on(plain)
        .selectFrom('attempts')
        .where('state', '=', 'unclear')
        .orderBy('document_id')
        .orderBy('issued_at')
        .select(['id', 'code_number', 'issued_at'])
        .execute()
    : []
  return {
    documents,
    unclear: unclear.map(({ id, code_number, issued_at }) => ({
      id,
      number: code_number,
      age_ms: now.getTime() - issued_at.getTime(),
    })),
  }
}
