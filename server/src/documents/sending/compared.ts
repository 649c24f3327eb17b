import { sql } from 'kysely'
import { formatAmount } from '#domain/money/format.ts'
import { formatInstant } from '#domain/time/dates.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { AUTHORITY, transition } from '../life/transition.ts'
import { recogniseJob } from '../store/jobs.ts'
import type { LockedDocument } from '../store/rows.ts'

/** Of one company in one environment. */
export type Compared = { sender_entity_id: string; environment: Environment }

/** A worker writes a sign each minute; after so long without one the database may be older than what was sent, ms. */
const SILENCE_MS = 3 * 60_000

export const isSilent = (seen_at: Date, now: Date): boolean => now.getTime() - seen_at.getTime() > SILENCE_MS

/** `since`: nothing may be sent, since then, until it is known what the authority has. */
type Comparison = { since: Date | undefined; has_found: boolean }

/** Of a company that cannot send at all. */
export const NOT_COMPARED: Comparison = { since: undefined, has_found: false }

/** Whether it is known what the authority has of a company, and whether something of it was not known here. */
export const readComparison = async (
  db: Db,
  { sender_entity_id, environment }: Compared,
  now: Date,
): Promise<Comparison> => {
  const { rows } = await sql<{ seen_at: Date | null; began_at: Date | null; has_found: boolean }>`SELECT
    (SELECT seen_at FROM worker_signs) AS seen_at,
    (SELECT began_at FROM comparisons
      WHERE sender_entity_id = ${sender_entity_id} AND environment = ${environment}) AS began_at,
    EXISTS (SELECT FROM found_documents
      WHERE sender_entity_id = ${sender_entity_id} AND environment = ${environment}) AS has_found`.execute(db)
  const { seen_at = null, began_at = null, has_found = false } = rows[0] ?? {}
  // The silence is noticed within the minute, and then compared.
  const unnoticed = seen_at && isSilent(seen_at, now) ? now : undefined
  return { since: began_at ?? unnoticed, has_found }
}

/** What the authority has under the number of a document. Times are instants, UTC. */
export type Found = {
  id: string
  authority_uuid: string
  submission_uid: string
  total_payable_amount: string | null
  issued_at: Date | null
  received_at: Date | null
}

/**
 * Of these documents of a company the ones whose number the authority was found to have by an id that no document here
 * has, each with what it received last. `untold`: without those that were held for it since their approval: whoever
 * released them has read so.
 */
export const foundOf = async (
  handle: Db | Tx,
  { sender_entity_id, environment, untold = false }: Compared & { untold?: boolean },
  ids: readonly string[],
): Promise<Map<string, Found>> => {
  const { rows } = await sql<Found>`SELECT DISTINCT ON (d.id) d.id, f.authority_uuid, f.submission_uid,
      f.total_payable_amount, f.issued_at, f.received_at
    FROM documents AS d JOIN found_documents AS f ON f.sender_entity_id = d.sender_entity_id
      AND f.environment = d.environment AND f.number = d.invoice_number
    WHERE d.id = ANY(${[...ids]}::uuid[]) AND d.sender_entity_id = ${sender_entity_id}
      AND d.environment = ${environment} AND ${isUnknown}
      AND NOT (${untold} AND EXISTS (SELECT FROM document_history AS h
        WHERE h.document_id = d.id AND h.event = 'hold' AND h.at >= d.approved_at
          AND h.actor_id IS NULL AND h.actor_name = ${AUTHORITY.actor_name}))
    ORDER BY d.id, f.received_at DESC NULLS LAST`.execute(handle)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of a row `f` of `found_documents`: whether it is still nobody's here. */
export const isUnknown = sql<boolean>`NOT EXISTS (SELECT FROM documents AS known
  WHERE known.authority_uuid = f.authority_uuid AND known.sender_entity_id = f.sender_entity_id)`

type Holding = { rows: readonly LockedDocument[]; now: Date }

/**
 * Holds what the authority seems to have already, and has it looked at whether it does; answers the others. A person
 * lets such a document go, the server does not.
 */
export const holdFound = async (tx: Tx, of: Compared, { rows, now }: Holding): Promise<LockedDocument[]> => {
  const ids = rows.map(({ id }) => id)
  const found = await foundOf(tx, { ...of, untold: true }, ids)
  const others: LockedDocument[] = []
  for (const row of rows) {
    const copy = found.get(row.id)
    if (!copy) others.push(row)
    else {
      await transition(tx, row, { event: 'hold', actor: AUTHORITY, why: foundWords(copy), now })
      const { sender_entity_id, id: document_id } = row
      await enqueue(tx, recogniseJob, { sender_entity_id, document_id }, { singleton_key: document_id })
    }
  }
  return others
}

/** For whoever must look at both. */
const foundWords = ({ authority_uuid, total_payable_amount: total, received_at }: Found): string =>
  `LHDN already has a document of this number, which was not known here: ${authority_uuid}, ` +
  `received ${received_at ? formatInstant(received_at) : '?'}, ${total === null ? '?' : formatAmount(total)} in all. ` +
  'Lulus asks whether it is this one. If it stays on hold they differ: released, it would be a second tax document.'
