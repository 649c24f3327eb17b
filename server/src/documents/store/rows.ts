import { type Insertable, type Selectable, sql } from 'kysely'
import { type Caller, callerName } from '#domain/access/caller.ts'
import type { Subject } from '#domain/access/policy.ts'
import { NUMBER_FREE } from '#domain/documents/lifecycle.ts'
import { notFound } from '#domain/problems.ts'
import { inEntities, inNamedEntities, inStores } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import { MADE_FOR_NOW } from './conditions.ts'
import { type DocumentTable, on } from './tables.ts'

export type DocumentRow = Selectable<DocumentTable>

declare const locked: unique symbol
type Held = { readonly [locked]: true }
/** A row that this transaction holds for update. Only the functions below make one, and `nextToSend`. */
export type LockedDocument = DocumentRow & Held

/** What a step needs to know: the content is most of a row, and few steps look at it. */
const STATE = [
  'id',
  'sender_entity_id',
  'store_code_id',
  'status',
  'revision',
  'content_hash',
  'lane',
  'authority_uuid',
  'submission_uid',
  'awaits_cancellation',
] as const
export type DocumentState = Pick<DocumentRow, (typeof STATE)[number]>
export type LockedState = DocumentState & Held

/** What is needed of a document to build and send it. */
export const OUTGOING = [
  ...STATE,
  ...(['environment', 'invoice_type', 'invoice_number', 'total_payable_amount'] as const),
  ...(['content', 'approved_hash', 'created_at'] as const),
] as const
export type Outgoing = Pick<DocumentRow, (typeof OUTGOING)[number]>
export type LockedOutgoing = Outgoing & Held

/** With what the policy needs to know. */
export type LockedSubject = LockedState & Subject

/** All documents the caller may see; every read of a list starts here. */
export const visible = (handle: Db | Tx, caller: Caller) =>
  on(handle).selectFrom('documents').where(inStores(caller, 'documents.store_code_id'))

/** One document the caller may see; absent and foreign ones are the same 404. */
export const readDocument = async (handle: Db | Tx, caller: Caller, id: string): Promise<DocumentRow> => {
  const row = await visible(handle, caller).where('documents.id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw notFound('There is no such document.')
  return row
}

/**
 * The documents of a number that this caller made for where the company sends to now, and nobody took back; of several
 * companies there may be several. A person may have had another name then; of an API key nothing else is known.
 */
export const madeUnderNumber = (db: Db, caller: Caller, invoice_number: string) => {
  const { actor_id, actor_name } = actorOf(caller)
  return visible(db, caller)
    .where(inNamedEntities(caller, 'documents.sender_entity_id'))
    .where('invoice_number', '=', invoice_number)
    .where('created_by', 'is not distinct from', actor_id)
    .$if(actor_id === null, (of_keys) => of_keys.where('created_by_name', '=', actor_name))
    .where('status', '<>', 'User Cancelled')
    .where(MADE_FOR_NOW)
    .selectAll()
    .execute()
}

/**
 * Whose documents may be meant, said once more by their companies: of one company it is one machine that holds them
 * (decision 057). Only beside ids, where no plan depends on it.
 */
const ofCompanies = (caller: Caller) => inEntities(caller, 'documents.sender_entity_id')

/** The same, held for update until the transaction ends. */
export const lockDocument = async (tx: Tx, caller: Caller, id: string): Promise<LockedDocument> => {
  const row = await visible(tx, caller)
    .where('documents.id', '=', id)
    .where(ofCompanies(caller))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('There is no such document.')
  return row as LockedDocument // the query above holds it
}

/** For job handlers, which act for the server and not for a caller. */
export const lockForJob = async (
  tx: Tx,
  { id, sender_entity_id }: Pick<DocumentRow, 'id' | 'sender_entity_id'>,
): Promise<LockedDocument | undefined> => {
  const row = await on(tx)
    .selectFrom('documents')
    .where('id', '=', id)
    .where('sender_entity_id', '=', sender_entity_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return row as LockedDocument | undefined // the query above holds it
}

/**
 * Many at once, by company and then by id: in this order every transaction takes the rows of several documents, so that
 * no two wait for each other crosswise (who saves notes holds the originals of one company after the other). Those of
 * one company are looked for there alone.
 */
export const lockManyForJob = async (
  tx: Tx,
  ids: readonly string[],
  sender_entity_id?: string,
): Promise<Map<string, LockedState>> => {
  if (ids.length === 0) return new Map()
  const rows = await on(tx)
    .selectFrom('documents')
    .where(sql<boolean>`id = ANY(${[...ids]}::uuid[])`)
    .$if(sender_entity_id !== undefined, (of) => of.where('sender_entity_id', '=', sender_entity_id ?? ''))
    .orderBy('documents.sender_entity_id')
    .orderBy('documents.id')
    .select(STATE)
    .forUpdate()
    .modifyEnd(PREPARED)
    .execute()
  return new Map(rows.map((row) => [row.id, row as LockedState])) // the query above holds them
}

/** Of these documents the ones that the caller may see, held in the same order. */
export const lockMany = async (tx: Tx, caller: Caller, ids: readonly string[]): Promise<LockedSubject[]> => {
  const rows = await visible(tx, caller)
    .where(sql<boolean>`documents.id = ANY(${[...ids]}::uuid[])`)
    .where(ofCompanies(caller))
    .orderBy('documents.sender_entity_id')
    .orderBy('documents.id')
    .select([...STATE, 'created_by', 'edited_by', 'validated_at'])
    .forUpdate()
    .execute()
  return rows as LockedSubject[] // the query above holds them
}

export const insertDocument = (tx: Tx, row: Insertable<DocumentTable>): Promise<DocumentRow> =>
  on(tx).insertInto('documents').values(row).returningAll().executeTakeFirstOrThrow()

/** The same; undefined, and nothing is written, where its number is in use. */
export const insertUnlessTaken = (tx: Tx, row: Insertable<DocumentTable>): Promise<DocumentRow | undefined> =>
  on(tx)
    .insertInto('documents')
    .values(row)
    .onConflict((taken) =>
      // By the rule of the index `documents_number`, in its very words: it is found by them.
      taken.columns(['sender_entity_id', 'invoice_number', 'environment']).where(NUMBER_HELD).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

const NUMBER_HELD = sql<boolean>`status NOT IN (${sql.join(NUMBER_FREE.map((status) => sql.lit(status)))})`

/** What is said of a document when it is made; its content as JSON. */
type Made = Omit<Insertable<DocumentTable>, 'content'> & { id: string; content: string }

/** Many at once in one statement; all name the same columns. Their contents go beside them, to be read but once. */
export const insertDocuments = async (tx: Tx, rows: readonly Made[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const { content: _, ...columns } = first
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const heads = JSON.stringify(rows.map(({ content: _, ...head }) => head))
  // JSON holds no end of a line.
  const contents = rows.map(({ content }) => content).join('\n')
  await sql`INSERT INTO documents (${names}, content)
    SELECT ${names}, string_to_table::jsonb FROM ROWS FROM (
      json_populate_recordset(NULL::documents, ${heads}::json), string_to_table(${contents}, E'\\n'))`.execute(
    tx,
  )
}

/** What the policy needs to know of a row. */
export const subjectOf = (row: Pick<DocumentRow, Exclude<keyof Subject, 'held_by_person'>>): Subject => ({
  status: row.status,
  invoice_type: row.invoice_type,
  created_by: row.created_by,
  edited_by: row.edited_by,
  validated_at: row.validated_at,
  awaits_cancellation: row.awaits_cancellation,
})

/** The caller as history and rows name him. */
export const actorOf = (caller: Caller) => ({
  actor_id: caller.kind === 'user' ? caller.user_id : null,
  actor_name: callerName(caller),
})
