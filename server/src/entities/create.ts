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

/** Adds a store code (branch or department) to an entity and returns its id. */
export const createStore = (tx: Tx, store: Omit<StoreCode, 'id'>, now: Date): Promise<string> =>
  insertStore(tx, { ...store, created_at: now })
