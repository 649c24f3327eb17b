import { type Selectable, sql, type Updateable } from 'kysely'
import { RECOGNISED_MS } from '#domain/access/policy.ts'
import { convert } from '#domain/money/decimal.ts'
import { formatMoney } from '#domain/money/format.ts'
import { formatInstant } from '#domain/time/dates.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { byDatabase } from '../../platform/db/database-now.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { AUTHORITY, transition } from '../life/transition.ts'
import { recogniseJob } from '../store/jobs.ts'
import type { DocumentRow, LockedOutgoing } from '../store/rows.ts'
import { type ComparisonTable, type FoundTable, on } from '../store/tables.ts'

/** Of one company in one environment. */
export type Compared = { sender_entity_id: string; environment: Environment }

/** A worker writes a sign each minute; after so long without one the database may be older than what was sent. */
export const SILENCE = sql.lit('3 minutes')

/**
 * `since`: nothing may be sent, since then, until it is known what the authority has. `why`: what it said when it was
 * asked in vain, and whether it refused.
 */
export type Comparison = { since: Date | undefined; why: string; is_refused: boolean; has_found: boolean }

/** Of a company that cannot send at all. */
export const NOT_COMPARED: Comparison = { since: undefined, why: '', is_refused: false, has_found: false }

type ComparisonRow = Selectable<ComparisonTable>
type Read = { silent: boolean | null; has_found: boolean } & {
  [column in 'began_at' | 'why' | 'is_refused']: ComparisonRow[column] | null
}

/** Whether it is known what the authority has of a company, and whether something of it was not known here. */
export const readComparison = async (
  handle: Db | Tx,
  { sender_entity_id, environment }: Compared,
  now: Date,
): Promise<Comparison> => {
  const { rows } = await sql<Read>`SELECT c.began_at, c.why, c.is_refused,
      (SELECT seen_at < ${byDatabase(now)} - ${SILENCE}::interval FROM worker_signs) AS silent,
      EXISTS (SELECT FROM found_documents
        WHERE sender_entity_id = ${sender_entity_id} AND environment = ${environment}) AS has_found
    FROM (VALUES (1)) AS one LEFT JOIN comparisons AS c
      ON c.sender_entity_id = ${sender_entity_id} AND c.environment = ${environment}`.execute(handle)
  const { began_at = null, why, is_refused, silent = null, has_found = false } = rows[0] ?? {}
  // The silence is noticed within the minute, and then compared.
  const since = began_at ?? (silent ? now : undefined)
  return { since, why: why ?? '', is_refused: is_refused ?? false, has_found }
}

/** What the authority has under the number of a document. Times are instants, UTC. */
export type Found = {
  id: string
  authority_uuid: string
  submission_uid: string
  total_payable_amount: string | null
  issued_at: Date | null
  received_at: Date | null
  differs_at: Date | null
  /** When it was held for it, since its approval. */
  held_at: Date | null
}

/**
 * Of these documents of a company the ones whose number the authority was found to have by an id that no document here
 * has, each with what was not looked at yet, or was received last. `untold`: without those that were held for it since
 * their approval: whoever released them has read so.
 */
export const foundOf = async (
  handle: Db | Tx,
  { sender_entity_id, environment, untold = false }: Compared & { untold?: boolean },
  ids: readonly string[],
): Promise<Map<string, Found>> => {
  const { rows } = await sql<Found>`SELECT DISTINCT ON (d.id) d.id, f.authority_uuid, f.submission_uid,
      f.total_payable_amount, f.issued_at, f.received_at, f.differs_at, held.at AS held_at
    FROM documents AS d JOIN found_documents AS f ON f.sender_entity_id = d.sender_entity_id
      AND f.environment = d.environment AND f.number = d.invoice_number
      LEFT JOIN LATERAL (SELECT h.at FROM document_history AS h
        WHERE h.document_id = d.id AND h.event = 'hold' AND h.at >= d.approved_at AND h.at >= f.found_at
          AND h.actor_id IS NULL AND h.actor_name = ${AUTHORITY.actor_name}
        ORDER BY h.id LIMIT 1) AS held ON true
    WHERE d.id = ANY(${[...ids]}::uuid[]) AND d.sender_entity_id = ${sender_entity_id}
      AND d.environment = ${environment} AND ${isUnknown} AND NOT (${untold} AND held.at IS NOT NULL)
    ORDER BY d.id, f.differs_at NULLS FIRST, f.received_at DESC NULLS LAST`.execute(handle)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether LHDN is asked if it is the document that is held for it; after two hours that is a person's to judge. */
export const isRecognising = ({ held_at, differs_at }: Found, now: Date): boolean =>
  held_at !== null && differs_at === null && now.getTime() - held_at.getTime() <= RECOGNISED_MS

/** Of a row `f` of `found_documents`: whether it is still nobody's here. */
export const isUnknown = sql<boolean>`NOT EXISTS (SELECT FROM documents AS known
  WHERE known.authority_uuid = f.authority_uuid AND known.sender_entity_id = f.sender_entity_id)`

type Holding = { rows: readonly LockedOutgoing[]; now: Date }

/**
 * Holds what the authority seems to have already, and has it looked at whether it does; answers the others. A person
 * lets such a document go, the server does not.
 */
export const holdFound = async (tx: Tx, of: Compared, { rows, now }: Holding): Promise<LockedOutgoing[]> => {
  const ids = rows.map(({ id }) => id)
  const found = await foundOf(tx, { ...of, untold: true }, ids)
  for (const row of rows) {
    const copy = found.get(row.id)
    if (!copy) continue
    await transition(tx, row, {
      event: 'hold',
      actor: AUTHORITY,
      why: inWords(copy, row.content, LOOKED_AT),
      now,
    })
    await markFound(tx, of, { ...copy, differs_at: null })
    await recogniseLater(tx, row)
  }
  return rows.filter(({ id }) => !found.has(id))
}

export const recogniseLater = (
  tx: Tx,
  { sender_entity_id, id }: Pick<DocumentRow, 'sender_entity_id' | 'id'>,
) => enqueue(tx, recogniseJob, { sender_entity_id, document_id: id }, { singleton_key: id })

type Marked = Pick<Found, 'authority_uuid'> & Pick<Updateable<FoundTable>, 'is_taken' | 'differs_at'>

/** Writes down what became of one that was found. */
export const markFound = (tx: Tx, of: Compared, { authority_uuid, is_taken, differs_at }: Marked) =>
  on(tx)
    .updateTable('found_documents')
    .set({ ...(is_taken !== undefined && { is_taken }), ...(differs_at !== undefined && { differs_at }) })
    .where('sender_entity_id', '=', of.sender_entity_id)
    .where('environment', '=', of.environment)
    .where('authority_uuid', '=', authority_uuid)
    .execute()

/** It is no tax document. */
export const forgetFound = (tx: Tx, of: Compared, authority_uuid: string) =>
  on(tx)
    .deleteFrom('found_documents')
    .where('sender_entity_id', '=', of.sender_entity_id)
    .where('environment', '=', of.environment)
    .where('authority_uuid', '=', authority_uuid)
    .execute()

const LOOKED_AT = 'Lulus is asking whether it is this very document.'
export const DIFFERENT =
  'It is not this one: if LHDN has the right one, send this one back and cancel it; released, it is sent as a second ' +
  'tax document.'

type Beside = Pick<
  LockedOutgoing['content'],
  'invoice_currency' | 'currency_exchange_rate' | 'total_payable_amount'
>

/** For whoever must look at both. LHDN sums every document in ringgit (reference "MyInvois API", §8). */
export const inWords = (
  { authority_uuid, total_payable_amount: total, received_at }: Found,
  document: Beside,
  what: string,
): string =>
  [
    `LHDN already has a document of this number, which was not known here: ${authority_uuid}, ` +
      `received ${received_at ? formatInstant(received_at) : '?'}, ` +
      `${total === null ? '?' : formatMoney('MYR', total)} in all.`,
    ...inRinggit(document),
    what,
  ].join(' ')

const inRinggit = ({ invoice_currency, currency_exchange_rate, total_payable_amount }: Beside): string[] => {
  if (invoice_currency === 'MYR') return []
  const own = formatMoney(invoice_currency, total_payable_amount)
  const ringgit = formatMoney('MYR', convert(total_payable_amount, currency_exchange_rate))
  return [`This document is ${own}, or ${ringgit} by its rate.`]
}
