import { type CustomerChange, type CustomerWrite, customers } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Change } from '#domain/identity/normalise.ts'
import { conflict, notFound } from '#domain/problems.ts'
import { once } from '../access/once.ts'
import { recordChange } from '../audit/record.ts'
import { chooseEntity, keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { createCustomer, type NewCustomer } from './create.ts'
import { judgeCustomer, madeHere, TOLD } from './judge.ts'
import { toAnswer } from './list.ts'
import { selectCustomers, updateCustomer } from './rows.ts'

type By = { db: Db; caller: Caller; now: Date }

/**
 * Adds a customer to the address book of one of the caller's companies. Throws invalid_fields, or conflict
 * `customer_exists` where one bears the identity number already, also when two people save at once.
 */
export const addCustomer = async (call: By & Parameters<typeof once>[1], input: CustomerWrite) => {
  const { customer, changes } = judgeCustomer(input, call.now)
  const { id: sender_entity_id } = await chooseEntity(call, { entity_code: input.sender_entity_code })
  const row = madeHere(customer, sender_entity_id)
  return savedAlone(call, row, () =>
    once(customers.create, call, async (tx) => answer({ ...call, tx }, await added(tx, row, call), changes)),
  )
}

/**
 * Replaces the particulars of a customer; its company and its entity code stay. Throws not_found for a foreign one,
 * conflict `not_made_here`, `changed_meanwhile` or `customer_exists`, and invalid_fields, also for a company that is
 * deactivated.
 */
export const changeCustomer = async (by: By, { id, ...input }: CustomerChange & { id: string }) => {
  const { sender_entity_id, ttx_no } = found(await own(by.db, by, id).executeTakeFirst())
  const { identity_number } = judgeCustomer({ ttx_no, ...input }, by.now).customer
  return savedAlone(by, { identity_number, sender_entity_id }, () =>
    inTransaction(by.db, async (tx) => {
      await keepActive({ ...by, tx }, sender_entity_id)
      const held = found(await own(tx, by, id).forUpdate().executeTakeFirst())
      if (!held.source_ui) throw conflict('not_made_here', 'Only customers made here can be changed.')
      const { customer, changes } = judgeCustomer({ ttx_no: held.ttx_no, ...input }, by.now)
      const change = { seen: input.modified_at, before: held, after: customer, fields: TOLD }
      demandSeen({ what: 'The customer', ...change })
      await updateCustomer(tx, id, { ...customer, modified_at: by.now })
      const target = { kind: 'customer' as const, id, name: held.name, sender_entity_id }
      await recordChange(tx, by, { target, before: held, after: customer, fields: TOLD })
      return answer({ ...by, tx }, id, changes)
    }),
  )
}

const added = async (tx: Tx, row: NewCustomer, by: By): Promise<string> => {
  await keepActive({ ...by, tx }, row.sender_entity_id)
  const id = await createCustomer(tx, row, by.now)
  const target = { kind: 'customer' as const, id, name: row.name, sender_entity_id: row.sender_entity_id }
  await recordChange(tx, by, { target, before: undefined, after: row, fields: TOLD })
  return id
}

/** One of the caller's customers. */
export const own = (handle: Db | Tx, { caller }: { caller: Caller }, id: string) =>
  selectCustomers(handle, caller).where('id', '=', id)

/** Throws not_found where there is none. */
export const found = <T>(row: T | undefined): T => {
  if (!row) throw notFound('There is no such customer.')
  return row
}

const answer = async (by: Omit<By, 'db'> & { tx: Tx }, id: string, changes: readonly Change[]) => {
  const row = found(await own(by.tx, by, id).executeTakeFirst())
  const [answered] = await toAnswer({ ...by, db: by.tx }, [row])
  return { ...found(answered), changes: [...changes] }
}

/** Saves what no other customer of the company may equal in its identity number. */
const savedAlone = async <T>(
  { db, caller }: By,
  { sender_entity_id, identity_number }: { sender_entity_id: string; identity_number: string },
  save: () => Promise<T>,
): Promise<T> => {
  try {
    return await save()
  } catch (error) {
    if (!isUniqueViolation(error, 'customers_number')) throw error
    const other = await selectCustomers(db, caller)
      .where('sender_entity_id', '=', sender_entity_id)
      .where('identity_number', '=', identity_number)
      .executeTakeFirst()
    const name = other?.name ?? ''
    throw conflict(
      'customer_exists',
      `A customer named "${name}" already exists with the same Identity Number.`,
    )
  }
}
