import type { Tx } from '../platform/db/database.ts'
import { insertItem, type NewItemRow } from './rows.ts'

export type NewItem = Omit<NewItemRow, 'id' | 'created_at' | 'modified_at'>

/** Saves a line that an entity sells again and again and returns its id. */
export const createItem = (tx: Tx, item: NewItem, now: Date): Promise<string> =>
  insertItem(tx, { ...item, created_at: now, modified_at: now })
