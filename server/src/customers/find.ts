import { COUNTRIES, STATES } from '#codes/lists.ts'
import type { Customer } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { matches, nearness, selectCustomers } from './rows.ts'

/** More than this nobody reads; the clerk types on. */
const FOUND_MAX = 50

/** The caller's customers that match a text in name, TIN or identity number, best first; at most 50. */
export const findCustomers = async (
  db: Db,
  caller: Caller,
  wanted: { search?: string | undefined; sender_entity_id?: string | undefined },
): Promise<Customer[]> => {
  let query = selectCustomers(db, caller).limit(FOUND_MAX)
  if (wanted.sender_entity_id) {
    query = query.where((eb) => eb(eb.cast('sender_entity_id', 'text'), '=', wanted.sender_entity_id ?? ''))
  }
  if (wanted.search) query = query.where(matches(wanted.search)).orderBy(nearness(wanted.search))
  const rows = await query.orderBy('name').orderBy('id').execute()
  return rows.map((row) => ({
    ...row,
    state_display: STATES.describe(row.state) ?? row.state,
    country_display: COUNTRIES.describe(row.country) ?? row.country,
  }))
}
