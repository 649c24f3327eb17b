import { type Generated, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { PARTY_FIELDS, type Party } from '#domain/documents/document.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type CustomerRow = Party & {
  id: Generated<string>
  sender_entity_id: string
  contact_person: string
  contact_reference: string
  bank_number: string
  source_ui: boolean
  is_supplier: boolean
  created_at: Date
  modified_at: Date
}
export type NewCustomerRow = Insertable<CustomerRow>

const on = (handle: Db | Tx) => handle.withTables<{ customers: CustomerRow }>()

export const selectCustomers = (db: Db, caller: Caller) =>
  on(db)
    .selectFrom('customers')
    .select(['id', 'sender_entity_id', ...PARTY_FIELDS])
    .select(['contact_person', 'contact_reference', 'bank_number', 'source_ui', 'is_supplier'])
    .where(inEntities(caller, 'customers.sender_entity_id'))

/** The text of index customers_search, letter for letter. */
const SEARCHED = sql`lower(name || ' ' || tin_no || ' ' || identity_number)`

/** Every word of the text occurs in name, TIN or identity number. */
export const matches = (words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${SEARCHED} LIKE ${`%${literal(word)}%`}`),
    sql` AND `,
  )})`

/** Names that begin with the text come first. */
export const nearness = (text: string) =>
  sql`CASE WHEN ${SEARCHED} LIKE ${`${literal(text)}%`} THEN 0 ELSE 1 END`

const literal = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

export const insertCustomer = async (tx: Tx, row: NewCustomerRow): Promise<string> =>
  (await on(tx).insertInto('customers').values(row).returning('id').executeTakeFirstOrThrow()).id
