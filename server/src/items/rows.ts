import { type Generated, type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Decimal } from '#domain/money/decimal.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { inSmall, like } from '../platform/lists/like.ts'

type ItemRow = {
  id: Generated<string>
  sender_entity_id: string
  classification: string
  item_description: string
  tax_type: string
  tax_rate: Decimal
  created_at: Date
  modified_at: Date
}
export type NewItemRow = Insertable<ItemRow>

const on = (handle: Db | Tx) => handle.withTables<{ portal_items: ItemRow }>()

export const ITEM_COLUMNS = [
  ...(['id', 'sender_entity_id', 'classification', 'item_description'] as const),
  ...(['tax_type', 'tax_rate', 'modified_at'] as const),
] as const

/** Every saved item of the caller's companies. */
export const visibleItems = (handle: Db | Tx, caller: Caller) =>
  on(handle).selectFrom('portal_items').where(inEntities(caller, 'portal_items.sender_entity_id'))

export const selectItems = (handle: Db | Tx, caller: Caller) =>
  visibleItems(handle, caller).select(ITEM_COLUMNS)

/** The first half is the text of index portal_items_search, letter for letter; both are made small by the database. */
export const matches = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(item_description || ' ' || classification) LIKE lower(${like(text)})`

export const insertItem = async (tx: Tx, row: NewItemRow): Promise<string> =>
  (await on(tx).insertInto('portal_items').values(row).returning('id').executeTakeFirstOrThrow()).id

/** All of them, as they are kept. */
export const insertItems = async (tx: Tx, rows: readonly NewItemRow[]) =>
  rows.length === 0 ? [] : on(tx).insertInto('portal_items').values(rows).returning(ITEM_COLUMNS).execute()

/** Until the end of the transaction nobody else saves many items for this company. */
export const lockSavedItems = async (tx: Tx, sender_entity_id: string) => {
  const name = `saved items of ${sender_entity_id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Items of a company with one of these descriptions, in whatever capitals; of several alike the oldest comes last. */
export const readAlike = (handle: Db | Tx, sender_entity_id: string, descriptions: readonly string[]) =>
  on(handle)
    .selectFrom('portal_items')
    .select(['classification', 'item_description', 'tax_type', 'tax_rate'])
    .where('sender_entity_id', '=', sender_entity_id)
    .where(
      sql<SqlBool>`${inSmall('item_description')} = ANY(
        SELECT lower(wanted) COLLATE "C" FROM unnest(${[...descriptions]}::text[]) AS wanted)`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const updateItem = async (tx: Tx, id: string, patch: Updateable<ItemRow>) => {
  await on(tx).updateTable('portal_items').set(patch).where('id', '=', id).execute()
}

export const deleteItem = async (tx: Tx, id: string) => {
  await on(tx).deleteFrom('portal_items').where('id', '=', id).execute()
}
