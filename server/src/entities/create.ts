import { randomInt } from 'node:crypto'
import type { SenderEntity, StoreCode } from '#contract/session.ts'
import { invalidFields } from '#domain/problems.ts'
import type { Tx } from '../platform/db/database.ts'
import { insertEntity, insertStore } from './rows.ts'

/** Adds a sender entity and returns its id. Throws invalid_fields for a code that another one bears. */
export const createEntity = async (
  tx: Tx,
  entity: Omit<SenderEntity, 'id' | 'is_active'>,
  now: Date,
): Promise<string> => {
  const id = await insertEntity(tx, { ...entity, created_at: now, modified_at: now })
  if (id === undefined) throw invalidFields({ entity_code: ['Another company has this code.'] })
  return id
}
/** `is_demo`: of the demo company, and goes with it. */
export type NewEntity = Omit<SenderEntity, 'id'> & { is_demo?: boolean }

const CODE_DIGITS = 16

/** A random entity code, without a zero in front, which spreadsheets would drop. */
export const newEntityCode = (): string =>
  Array.from({ length: CODE_DIGITS }, (_, at) => (at === 0 ? randomInt(1, 10) : randomInt(10))).join('')

/** Adds a sender entity and returns its id. A taken entity code is a unique violation. */
export const createEntity = (tx: Tx, entity: NewEntity, now: Date): Promise<string> =>
  insertEntity(tx, { ...entity, created_at: now, modified_at: now })

/** Adds a store code (branch or department) to an entity and returns its id. */
export const createStore = (tx: Tx, store: Omit<StoreCode, 'id'>, now: Date): Promise<string> =>
  insertStore(tx, { ...store, created_at: now })
