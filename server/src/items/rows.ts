import { type Generated, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Decimal } from '#domain/money/decimal.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'

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

export const selectItems = (db: Db, caller: Caller) =>
  on(db)
    .selectFrom('portal_items')
    .select(['id', 'classification', 'item_description', 'tax_type', 'tax_rate'])
    .where(inEntities(caller, 'portal_items.sender_entity_id'))

/** The first half is the text of index portal_items_search, letter for letter. */
export const matches = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(item_description || ' ' || classification) LIKE ${`%${literal(text)}%`}`

const literal = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

export const insertItem = async (tx: Tx, row: NewItemRow): Promise<string> =>
  (await on(tx).insertInto('portal_items').values(row).returning('id').executeTakeFirstOrThrow()).id
