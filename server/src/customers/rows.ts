import { type Generated, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type CustomerRow = {
  id: Generated<string>
  sender_entity_id: string
  name: string
  entity_code: string
  tin_no: string
  identity_type: string
  identity_number: string
  sst_no: string
  ttx_no: string
  email: string
  contact_number: string
  address1: string
  address2: string
  address3: string
  zipcode: string
  city: string
  state: string
  country: string
  msic_code: string
  business_description: string
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
    .select([
      'id',
      'sender_entity_id',
      'name',
      'entity_code',
      'tin_no',
      'identity_type',
      'identity_number',
      'sst_no',
      'ttx_no',
      'email',
      'contact_number',
      'address1',
      'address2',
      'address3',
      'zipcode',
      'city',
      'state',
      'country',
      'msic_code',
      'business_description',
      'is_supplier',
    ])
    .where(inEntities(caller, 'customers.sender_entity_id'))

/** The text of index customers_search, letter for letter. */
const SEARCHED = sql`lower(name || ' ' || tin_no || ' ' || identity_number)`

/** The text occurs in name, TIN or identity number, or is near to one of their words (a slip of the finger). */
export const matches = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${SEARCHED} LIKE ${containing(text)} OR ${text.toLowerCase()} <% ${SEARCHED})`

/** Rows that begin with the text first, then those which hold it, then the near ones. */
export const nearness = (text: string) => sql`
  CASE WHEN ${SEARCHED} LIKE ${starting(text)} THEN 0 WHEN ${SEARCHED} LIKE ${containing(text)} THEN 1 ELSE 2 END`

const literal = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')
const starting = (text: string) => `${literal(text)}%`
const containing = (text: string) => `%${literal(text)}%`

export const insertCustomer = async (tx: Tx, row: NewCustomerRow): Promise<string> =>
  (await on(tx).insertInto('customers').values(row).returning('id').executeTakeFirstOrThrow()).id
