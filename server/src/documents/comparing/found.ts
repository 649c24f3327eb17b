import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { readNumber } from '#domain/documents/numbering.ts'
import { parseDecimal } from '#domain/money/decimal.ts'
import { inEntities } from '../../access/scope.ts'
import type { SummaryFacts } from '../../authority/words/answers.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type Compared, isUnknown } from '../sending/compared.ts'
import { on } from '../store/tables.ts'
import { raiseCounters } from './counters.ts'

type Seen = { documents: readonly SummaryFacts[]; now: Date }

/**
 * Keeps what the authority has by ids that are not known here, under a number that a document here has or that was
 * given here; answers these numbers, which are not given again. What it has under other numbers another program sent.
 * What it found invalid is no tax document, and stands in nobody's way.
 */
export const recordFound = async (tx: Tx, of: Compared, { documents, now }: Seen): Promise<string[]> => {
  const unknown = await unknownOf(tx, of, documents)
  if (unknown.length === 0) return []
  const numbers = unknown.map(({ number }) => number)
  const here = await numbersHere(tx, of, numbers)
  const series = readNumber(await storesOf(tx, of))
  const given = numbers.flatMap((number) => series(number) ?? [])
  await raiseCounters(tx, of, given)
  const found = unknown.filter(({ number }) => here.has(number) || series(number))
  if (found.length === 0) return []
  const { sender_entity_id, environment } = of
  const rows = found.map(
    ({ uuid, submission_uid, number, total_payable_amount, issued_at, received_at }) => ({
      ...{ sender_entity_id, environment, authority_uuid: uuid, submission_uid, number },
      total_payable_amount: parseDecimal(total_payable_amount) ?? null,
      ...{ issued_at, received_at, found_at: now },
    }),
  )
  // Pages overlap.
  await on(tx)
    .insertInto('found_documents')
    .values(rows)
    .onConflict((same) => same.doNothing())
    .execute()
  return found.map(({ number }) => number)
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

/** As the index `documents_number` has them. */
const numbersHere = async (tx: Tx, { sender_entity_id }: Compared, numbers: readonly string[]) => {
  const here = await on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where(sql<boolean>`invoice_number = ANY(${[...numbers]}::text[])`)
    .where('status', '<>', 'User Cancelled')
    .select('invoice_number')
    .execute()
  return new Set(here.map(({ invoice_number }) => invoice_number))
}

const storesOf = async (tx: Tx, { sender_entity_id }: Compared): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM store_codes WHERE sender_entity_id = ${sender_entity_id}`.execute(tx)
  return rows.map(({ code }) => code)
}

const TOLD_MS = 7 * 24 * 3_600_000
const MISSING_MAX = 1_000

export type Missing = Compared & { name: string; documents: number; invoice_number: string; since: Date }

type Asking = { db: Db; caller: Caller; now: Date }

/** What was found within a week of companies of the caller's and is not here, not even by its number. */
export const missingOf = async ({ db, caller, now }: Asking): Promise<Missing[]> => {
  const { rows } = await sql<Missing>`
    SELECT f.sender_entity_id, f.environment, e.name, count(*)::int AS documents, min(f.found_at) AS since,
      (array_agg(f.number ORDER BY f.received_at DESC NULLS LAST))[1] AS invoice_number
    FROM (SELECT * FROM found_documents AS f WHERE f.found_at > ${new Date(now.getTime() - TOLD_MS)}
        AND ${inEntities(caller, 'f.sender_entity_id')} AND ${isUnknown}
        AND NOT EXISTS (SELECT FROM documents AS d WHERE d.sender_entity_id = f.sender_entity_id
          AND d.invoice_number = f.number AND d.status <> 'User Cancelled')
        LIMIT ${MISSING_MAX}) AS f JOIN sender_entities AS e ON e.id = f.sender_entity_id
    GROUP BY f.sender_entity_id, f.environment, e.name ORDER BY e.name, f.environment`.execute(db)
  return rows
}
