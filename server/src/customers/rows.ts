import {
  type Generated,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { PARTY_FIELDS, type Party } from '#domain/documents/document.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { beginsWith, inSmall, like } from '../platform/lists/like.ts'

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
export type CustomerPatch = Updateable<
  Omit<CustomerRow, 'id' | 'sender_entity_id' | 'entity_code' | 'created_at'>
>

const on = (handle: Db | Tx) => handle.withTables<{ customers: CustomerRow }>()

export const CUSTOMER_COLUMNS = [
  ...(['id', 'sender_entity_id', ...PARTY_FIELDS, 'contact_person', 'contact_reference'] as const),
  ...(['bank_number', 'source_ui', 'is_supplier', 'modified_at'] as const),
] as const

/** Every customer of the caller's companies. */
export const visibleCustomers = (handle: Db | Tx, caller: Caller) =>
  on(handle).selectFrom('customers').where(inEntities(caller, 'customers.sender_entity_id'))

export const selectCustomers = (handle: Db | Tx, caller: Caller) =>
  visibleCustomers(handle, caller).select(CUSTOMER_COLUMNS)

export type StoredCustomer = Pick<Selectable<CustomerRow>, (typeof CUSTOMER_COLUMNS)[number]>

export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join([sql`TRUE`, ...conditions], sql` AND `)})`

/** The text of index customers_search, letter for letter. */
const SEARCHED = sql`lower(name || ' ' || tin_no || ' ' || identity_number)`

// What is looked for is made small by the database as well: JavaScript has another word for İ and for a final Σ.

/**
 * The text occurs in name, TIN or identity number. Of one or two letters another index tells (migration 0108), where
 * they are as many when they are small: there are languages where they are not.
 */
const occurs = (text: string): RawBuilder<SqlBool> =>
  [...text].length <= 2 && [...text.toLowerCase()].length === [...text].length
    ? sql<SqlBool>`letters_and_pairs_of(${SEARCHED}) @> ARRAY[lower(${text})]`
    : sql<SqlBool>`${SEARCHED} LIKE lower(${like(text)})`

/** Every word occurs in name, TIN or identity number. */
export const matches = (words: readonly string[]): RawBuilder<SqlBool> => allOf(words.map(occurs))

/** One of the fields that are searched holds the text; the index narrows, and the field decides. */
export const contains = (field: 'name' | 'identity_number', text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${occurs(text)} AND ${sql.ref(field)} ILIKE ${like(text)})`

/** The name begins with the text: a range of index customers_by_name. */
export const begins = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${inSmall('name')} LIKE lower(${beginsWith(text)})`

export const insertCustomer = async (tx: Tx, row: NewCustomerRow): Promise<string> =>
  (await on(tx).insertInto('customers').values(row).returning('id').executeTakeFirstOrThrow()).id

export const updateCustomer = async (tx: Tx, id: string, patch: CustomerPatch) => {
  await on(tx).updateTable('customers').set(patch).where('id', '=', id).execute()
}

export const deleteCustomer = async (tx: Tx, id: string) => {
  await on(tx).deleteFrom('customers').where('id', '=', id).execute()
}

/** Numbers of nobody (migration 0015): no index tells two of these apart. */
const NOBODYS = ['', 'NA', '000000000000']
export const isNumberless = (identity_number: string): boolean => NOBODYS.includes(identity_number)

/** Until the end of the transaction nobody else adds many customers to this company. */
export const lockAddressBook = async (tx: Tx, sender_entity_id: string) => {
  const name = `address book of ${sender_entity_id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

type Alike = Pick<StoredCustomer, 'name' | 'tin_no' | 'identity_number'>

/** Customers of a company that bear one of these numbers, or one of these names and no number of their own. */
export const readAlike = async (
  handle: Db | Tx,
  sender_entity_id: string,
  { numbers, names }: { numbers: readonly string[]; names: readonly string[] },
): Promise<Alike[]> => {
  const { rows } = await sql<Alike>`
    SELECT name, tin_no, identity_number FROM customers
    WHERE sender_entity_id = ${sender_entity_id} AND identity_number = ANY(${[...numbers]}::text[])
      AND identity_number NOT IN ('', 'NA', '000000000000')
    UNION ALL
    SELECT name, tin_no, identity_number FROM customers
    WHERE sender_entity_id = ${sender_entity_id} AND ${inSmall('name')} = ANY(
        SELECT lower(wanted) COLLATE "C" FROM unnest(${[...names]}::text[]) AS wanted)
      AND identity_number IN ('', 'NA', '000000000000')`.execute(handle)
  return rows
}

/** Inserts those whose number no other customer of the company has; answers their ids by their codes. */
export const insertAbsent = async (
  tx: Tx,
  customers: readonly Omit<NewCustomerRow, 'id' | 'created_at' | 'modified_at'>[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  if (customers.length === 0) return new Map()
  const rows = await on(tx)
    .insertInto('customers')
    .values(customers.map((one) => ({ ...one, created_at: now, modified_at: now })))
    .onConflict((same) => same.doNothing())
    .returning(['id', 'entity_code'])
    .execute()
  return new Map(rows.map(({ id, entity_code }) => [entity_code, id]))
}
