import type { Caller } from '#domain/access/caller.ts'
import { recordChanges } from '../audit/record.ts'
import { keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { type JudgedCustomer, madeHere, TOLD } from './judge.ts'
import { insertAbsent, isNumberless, lockAddressBook, readAlike } from './rows.ts'

type By = { db: Db; caller: Caller; now: Date }

/** What tells a customer of a company from the others. */
export type Known = Pick<JudgedCustomer, 'name' | 'tin_no' | 'identity_number'>

/** One text for the same customer: by the identity number, and where that is nobody's by TIN and name. */
export const keyOf = ({ name, tin_no, identity_number }: Known): string =>
  isNumberless(identity_number) ? JSON.stringify([tin_no, name]) : identity_number

/** Which of these a company has already, by their keys. */
export const findAlike = async (
  handle: Db | Tx,
  sender_entity_id: string,
  wanted: readonly Known[],
): Promise<ReadonlyMap<string, Known>> => {
  const rows = await readAlike(handle, sender_entity_id, {
    numbers: wanted.flatMap(({ identity_number: one }) => (isNumberless(one) ? [] : [one])),
    names: wanted.flatMap(({ identity_number, name }) => (isNumberless(identity_number) ? [name] : [])),
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * Adds customers to the address book of a company, in one transaction; none of them twice, and nobody who is there
 * meanwhile is changed. Answers the keys of those who were added. Throws invalid_fields for a company that is
 * deactivated.
 */
export const addCustomers = (
  by: By,
  { sender_entity_id, customers }: { sender_entity_id: string; customers: readonly JudgedCustomer[] },
): Promise<ReadonlySet<string>> =>
  inTransaction(by.db, async (tx) => {
    await keepActive({ ...by, tx }, sender_entity_id)
    await lockAddressBook(tx, sender_entity_id)
    const there = await findAlike(tx, sender_entity_id, customers)
    const absent = customers.filter((one) => !there.has(keyOf(one)))
    const rows = absent.map((one) => madeHere(one, sender_entity_id))
    const ids = await insertAbsent(tx, rows, by.now)
    const added = rows.flatMap((row) => {
      const id = ids.get(row.entity_code)
      return id === undefined ? [] : [{ row, id }]
    })
    const changes = added.map(({ row: after, id }) => ({
      target: { kind: 'customer' as const, id, name: after.name, sender_entity_id },
      ...{ before: undefined, after, fields: TOLD },
    }))
    await recordChanges(tx, by, changes)
    return new Set(added.map(({ row }) => keyOf(row)))
  })
