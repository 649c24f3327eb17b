import { type Insertable, type Selectable, sql } from 'kysely'
import { type Caller, callerName } from '#domain/access/caller.ts'
import type { Subject } from '#domain/access/policy.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { notFound } from '#domain/problems.ts'
import { inStores } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type DocumentTable, on } from './tables.ts'

export type DocumentRow = Selectable<DocumentTable>

declare const locked: unique symbol
type Held = { readonly [locked]: true }
/** A row that this transaction holds for update. Only the functions below and `nextToSend` make one. */
export type LockedDocument = DocumentRow & Held

/** What a step needs to know: the content is most of a row, and few steps look at it. */
const STATE = [
  'id',
  'sender_entity_id',
  'status',
  'revision',
  'content_hash',
  'lane',
  'authority_uuid',
  'submission_uid',
] as const
export type DocumentState = Pick<DocumentRow, (typeof STATE)[number]>
export type LockedState = DocumentState & Held

/** All documents the caller may see; every read of a list starts here. */
export const visible = (handle: Db | Tx, caller: Caller) =>
  on(handle).selectFrom('documents').where(inStores(caller, 'documents.store_code_id'))

/** One document the caller may see; absent and foreign ones are the same 404. */
export const readDocument = async (handle: Db | Tx, caller: Caller, id: string): Promise<DocumentRow> => {
  const row = await visible(handle, caller).where('documents.id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw notFound('There is no such document.')
  return row
}

/** The documents of a number that this caller made, and nobody took back; of several companies there may be several. */
export const madeUnderNumber = (db: Db, caller: Caller, invoice_number: string) => {
  const { actor_id, actor_name } = actorOf(caller)
  return visible(db, caller)
    .where('invoice_number', '=', invoice_number)
    .where('created_by', 'is not distinct from', actor_id)
    .where('created_by_name', '=', actor_name)
    .where('status', '<>', 'User Cancelled')
    .selectAll()
    .execute()
}

/** The same, held for update until the transaction ends. */
export const lockDocument = async (tx: Tx, caller: Caller, id: string): Promise<LockedDocument> => {
  const row = await visible(tx, caller)
    .where('documents.id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('There is no such document.')
  return row as LockedDocument // the query above holds it
}

/** For job handlers, which act for the server and not for a caller. */
export const lockForJob = async (tx: Tx, id: string): Promise<LockedDocument | undefined> => {
  const row = await on(tx)
    .selectFrom('documents')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return row as LockedDocument | undefined // the query above holds it
}

/** Many at once, in the order of their ids, so that two transactions never wait for each other crosswise. */
export const lockManyForJob = async (tx: Tx, ids: readonly string[]): Promise<Map<string, LockedState>> => {
  if (ids.length === 0) return new Map()
  const rows = await on(tx)
    .selectFrom('documents')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(STATE)
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row as LockedState])) // the query above holds them
}

export const insertDocument = (tx: Tx, row: Insertable<DocumentTable>): Promise<DocumentRow> =>
  on(tx).insertInto('documents').values(row).returningAll().executeTakeFirstOrThrow()

/** What is said of a document when it is made; its content as it is. */
type Made = Omit<Insertable<DocumentTable>, 'content'> & { id: string; content: TaxDocument }

/** Many at once in one statement; all name the same columns. */
export const insertDocuments = async (tx: Tx, rows: readonly Made[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const names = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`INSERT INTO documents (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::documents, ${JSON.stringify(rows)}::json)`.execute(tx)
}

/** What the policy needs to know of a row. */
export const subjectOf = (row: Pick<DocumentRow, keyof Subject>): Subject => ({
  status: row.status,
  created_by: row.created_by,
  last_edited_by: row.last_edited_by,
  validated_at: row.validated_at,
})

/** The caller as history and rows name him. */
export const actorOf = (caller: Caller) => ({
  actor_id: caller.kind === 'user' ? caller.user_id : null,
  actor_name: callerName(caller),
})
