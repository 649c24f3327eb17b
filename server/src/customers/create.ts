import type { Tx } from '../platform/db/database.ts'
import { insertCustomer, type NewCustomerRow } from './rows.ts'

export type NewCustomer = Omit<NewCustomerRow, 'id' | 'created_at' | 'modified_at'>

/** Adds a customer to an entity's address book and returns its id. */
export const createCustomer = (tx: Tx, customer: NewCustomer, now: Date): Promise<string> =>
  insertCustomer(tx, { ...customer, created_at: now, modified_at: now })
