import { ENTITY_CODE_DIGITS } from '#contract/entities.ts'
import type { SenderEntity, StoreCode } from '#contract/people/session.ts'
import { invalidFields } from '#domain/problems.ts'
import { randomDigits } from '../../platform/crypto/random-digits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertEntity, insertStore } from './rows.ts'

/** `is_demo`: of the demo company, and goes with it. */
export type NewEntity = Omit<SenderEntity, 'id' | 'is_active'> & { is_demo?: boolean }

/** A random entity code. */
export const newEntityCode = (): string => randomDigits(ENTITY_CODE_DIGITS)

/** Adds a sender entity and returns its id. Throws invalid_fields for a code that another one bears. */
export const createEntity = async (tx: Tx, entity: NewEntity, now: Date): Promise<string> => {
  const id = await insertEntity(tx, { ...entity, created_at: now, modified_at: now })
  if (id === undefined) throw invalidFields({ entity_code: ['Another company has this code.'] })
  return id
}

/** Adds a store code (branch or department) to an entity and returns its id. */
export const createStore = (tx: Tx, store: Omit<StoreCode, 'id'>, now: Date): Promise<string> =>
  insertStore(tx, { ...store, created_at: now })
