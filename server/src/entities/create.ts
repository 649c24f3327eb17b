import type { SenderEntity, StoreCode } from '#contract/session.ts'
import type { Tx } from '../platform/db/database.ts'
import { insertEntity, insertStore } from './rows.ts'

/** Adds a sender entity and returns its id. A taken entity code is a unique violation. */
export const createEntity = (tx: Tx, entity: Omit<SenderEntity, 'id'>, now: Date): Promise<string> =>
  insertEntity(tx, { ...entity, created_at: now, modified_at: now })

/** Adds a store code (branch or department) to an entity and returns its id. */
export const createStore = (tx: Tx, store: Omit<StoreCode, 'id'>, now: Date): Promise<string> =>
  insertStore(tx, { ...store, created_at: now })
