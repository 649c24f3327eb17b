import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { readNumber } from '#domain/documents/numbering.ts'
import { parseDecimal } from '#domain/money/decimal.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { inStores } from '../../access/scope.ts'
import type { SummaryFacts } from '../../authority/words/answers.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { COUNTED_MAX } from '../../platform/lists/counted.ts'
import type { Retention } from '../../platform/retention/retention.ts'
import { type Compared, isUnknown } from '../sending/compared.ts'
import { on } from '../store/tables.ts'
import { raiseCounters } from './counters.ts'

type Seen = { documents: readonly SummaryFacts[]; now: Date }

/** So long somebody may send in once more what was lost with a database. */
const KEPT_MS = 400 * DAY_MS

export const foundRetention: Retention = { table: 'found_documents', column: 'found_at', kept_ms: KEPT_MS }

/**
 * Keeps what the authority has by ids that are not known here, whatever its number: one that a document has, or will
 * have, must not be sent a second time. Answers the numbers that were given here, which are not given again. What the
 * authority found invalid is no tax document, and stands in nobody's way.
 */
export const recordFound = async (tx: Tx, of: Compared, { documents, now }: Seen): Promise<string[]> => {
  const unknown = await unknownOf(tx, of, documents)
  if (unknown.length === 0) return []
  const stores = await storesOf(tx, of)
  const seriesOf = readNumber([...stores.keys()])
  const given = new Map(unknown.map(({ number }) => [number, seriesOf(number)]))
  await raiseCounters(
    tx,
    of,
    [...given.values()].filter((series) => series !== undefined),
  )
  const rows = unknown.map(({ uuid, submission_uid, number, status, issued_at, received_at, ...facts }) => ({
    ...{ ...of, authority_uuid: uuid, submission_uid, number, is_cancelled: status === 'cancelled' },
    store_code_id: stores.get(given.get(number)?.store_code ?? '') ?? null,
    total_payable_amount: parseDecimal(facts.total_payable_amount) ?? null,
    ...{ issued_at, received_at, found_at: now },
  }))
  // Pages overlap.
  await on(tx)
    .insertInto('found_documents')
    .values(rows)
    .onConflict((same) => same.doNothing())
    .execute()
  return [...given].flatMap(([number, series]) => (series ? [number] : []))
}

/** Those with a number and an id that no document here has. */
const unknownOf = async (tx: Tx, { sender_entity_id }: Compared, documents: readonly SummaryFacts[]) => {
  const received = documents.filter(({ status, number }) => status !== 'invalid' && number !== '')
  if (received.length === 0) return []
  const known = await on(tx)
    .selectFrom('documents')
    .where(sql<boolean>`authority_uuid = ANY(${received.map(({ uuid }) => uuid)}::text[])`)
    .where('sender_entity_id', '=', sender_entity_id)
    .select('authority_uuid')
    .execute()
  const ids = new Set(known.map(({ authority_uuid }) => authority_uuid))
  return received.filter(({ uuid }) => !ids.has(uuid))
}

/** The company's departments by their codes. */
const storesOf = async (tx: Tx, { sender_entity_id }: Compared): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; code: string }>`
    SELECT id, code FROM store_codes WHERE sender_entity_id = ${sender_entity_id}`.execute(tx)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

const TOLD_MS = 7 * DAY_MS

/** `documents`: counted up to one more than are told. */
export type Missing = Compared & { name: string; documents: number; invoice_number: string; since: Date }

type Asking = { db: Db; caller: Caller; now: Date }

/**
 * What was found within a week under numbers that were given in departments of the caller's, and is not here, not even
 * by its number: of each company and environment how many, and which was received last.
 */
export const missingOf = async ({ db, caller, now }: Asking): Promise<Missing[]> => {
  const { rows } = await sql<Missing>`
    SELECT f.sender_entity_id, f.environment, e.name, count(*)::int AS documents, min(f.found_at) AS since,
      (array_agg(f.number ORDER BY f.received_at DESC NULLS LAST))[1] AS invoice_number
    FROM (SELECT * FROM found_documents AS f WHERE f.found_at > ${new Date(now.getTime() - TOLD_MS)}
        AND f.store_code_id IS NOT NULL AND NOT f.is_taken AND NOT f.is_cancelled
        AND ${inStores(caller, 'f.store_code_id')} AND ${isUnknown}
        AND NOT EXISTS (SELECT FROM documents AS d WHERE d.sender_entity_id = f.sender_entity_id
          AND d.invoice_number = f.number AND d.environment = f.environment AND d.status <> 'User Cancelled')
        ORDER BY f.found_at DESC LIMIT ${COUNTED_MAX + 1}) AS f JOIN sender_entities AS e ON e.id = f.sender_entity_id
    GROUP BY f.sender_entity_id, f.environment, e.name ORDER BY e.name, f.environment`.execute(db)
  return rows
}
