import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Party } from '#domain/documents/document.ts'
import { NO_NUMBERS, numberBesideTin } from '#domain/documents/same-customer.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from '../store/rows.ts'

/** What a note says in place of the authority's UUID of its original. */
export const NONE = 'NA'

/**
 * Before a note that says NA is looked at to be sent, and before the cancellation of a document is asked for: the one
 * of the two that comes second waits here until the other one's intent is stored, and sees it. By the company, until
 * the transaction ends; those who send wait for none of their like. Who cancels holds all rows by then, and waits for
 * nobody afterwards.
 */
export const takeTurnOfNotes = async (
  tx: Tx,
  sender_entity_id: string,
  to: 'send' | 'cancel',
): Promise<void> => {
  const key = sql`hashtextextended(${`notes of ${sender_entity_id}`}, 0)`
  const lock = sql.raw(to === 'send' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`SELECT ${lock}(${key})`.execute(tx)
}

/** What tells a document's notes. */
export type Noted = Pick<
  DocumentRow,
  'environment' | 'store_code_id' | 'authority_uuid' | 'invoice_number'
> & { content: { customer: Pick<Party, 'tin_no' | 'identity_number'> } }

/** Of a row of `documents` of the same company: whether it is a note of this document. As `refersTo` has it. */
export const isNoteOf = (original: Noted): RawBuilder<SqlBool> => sql<SqlBool>`(${isNote(original)}
  AND (content ->> 'original_inv_ref_number' = ${original.authority_uuid} OR ${isUnnamed(original)}))`

/** Whether it is a note that names one of these documents, made for the environment of `original`. */
export const isNoteOfAny = (original: Pick<Noted, 'environment'>, uuids: readonly string[]) =>
  sql<SqlBool>`(${isNote(original)} AND content ->> 'original_inv_ref_number' = ANY(${[...uuids]}::text[]))`

/** Only those that say NA and the document's number. */
export const saysNumberOf = (original: Noted): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isNote(original)} AND ${isUnnamed(original)})`

/** The types as in the index of notes (`documents_notes`). */
const isNote = ({ environment }: Pick<Noted, 'environment'>) =>
  sql<SqlBool>`invoice_type IN ('02', '03', '04', '12', '13', '14') AND environment = ${environment}`

const isUnnamed = ({ invoice_number, store_code_id, content }: Noted) =>
  sql<SqlBool>`(content ->> 'original_inv_ref_number' = ${NONE}
    AND content ->> 'original_inv_number' = ${invoice_number} AND store_code_id = ${store_code_id}
    AND content #>> '{customer,tin_no}' = ${content.customer.tin_no} AND ${isOfNumber(content.customer)})`

const isOfNumber = (customer: Noted['content']['customer']) => {
  const number = numberBesideTin(customer)
  if (number === undefined) return sql<SqlBool>`TRUE`
  return sql<SqlBool>`upper(regexp_replace(content #>> '{customer,identity_number}', '[^A-Za-z0-9]', '', 'g'))
    = ANY(${[...NO_NUMBERS, number]}::text[])`
}
