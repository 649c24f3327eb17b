import type { Db, Tx } from '../../platform/db/database.ts'
import { deleteStore, everyStore, lockStore, shareStore, updateStore } from './store-rows.ts'

export type StoreFound = {
  id: string
  code: string
  name: string
  sender_entity_id: string
  sender_entity_name: string
}

/** The store codes of all companies, by company and code; for superadmins. */
export const listStores = (handle: Db | Tx): Promise<StoreFound[]> => everyStore(handle).execute()

export const findAnyStore = (handle: Db | Tx, id: string): Promise<StoreFound | undefined> =>
  everyStore(handle).where('store_codes.id', '=', id).executeTakeFirst()

/** The store, held until the transaction ends: no document is made for it meanwhile. */
export const holdStore = async (tx: Tx, id: string): Promise<StoreFound | undefined> => {
  await lockStore(tx, id)
  return findAnyStore(tx, id)
}

/** The id of the company's store of this code. */
export const storeOfCode = async (
  handle: Db | Tx,
  { sender_entity_id, code }: { sender_entity_id: string; code: string },
): Promise<string | undefined> =>
  (
    await everyStore(handle)
      .where('store_codes.sender_entity_id', '=', sender_entity_id)
      .where('store_codes.code', '=', code)
      .executeTakeFirst()
  )?.id

/** Gives a held store another code or name. A taken code is a unique violation. */
export const changeStore = (tx: Tx, id: string, store: { code: string; name: string }) =>
  updateStore(tx, id, store)

/** Deletes a held store that nothing refers to. */
export const removeStore = (tx: Tx, id: string) => deleteStore(tx, id)

/**
 * Keeps a store as it is until the transaction ends, for whoever makes something that refers to it; whether it is still
 * there under this code. Many may do so at once.
 */
export const keepStore = (tx: Tx, store: { id: string; code: string }): Promise<boolean> =>
  shareStore(tx, store)
