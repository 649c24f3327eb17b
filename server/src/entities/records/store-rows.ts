import type { Db, Tx } from '../../platform/db/database.ts'
import { on } from './tables.ts'

/** The store codes of all companies, for superadmins; by company and code. */
export const everyStore = (handle: Db | Tx) =>
  on(handle)
    .selectFrom('store_codes')
    .innerJoin('sender_entities', 'sender_entities.id', 'store_codes.sender_entity_id')
    .select([
      ...(['store_codes.id', 'store_codes.code', 'store_codes.name'] as const),
      ...(['store_codes.sender_entity_id', 'sender_entities.name as sender_entity_name'] as const),
    ])
    .orderBy('sender_entities.name')
    .orderBy('store_codes.code')

/** Whoever makes something of a store waits until the transaction ends. */
export const lockStore = async (tx: Tx, id: string) => {
  await on(tx).selectFrom('store_codes').select('id').where('id', '=', id).forUpdate().execute()
}

export const updateStore = async (tx: Tx, id: string, store: { code: string; name: string }) => {
  await on(tx).updateTable('store_codes').set(store).where('id', '=', id).execute()
}

export const deleteStore = async (tx: Tx, id: string) => {
  await on(tx).deleteFrom('store_codes').where('id', '=', id).execute()
}

/** Whether it is there under this code, which stays so until the transaction ends. */
export const shareStore = async (tx: Tx, store: { id: string; code: string }): Promise<boolean> => {
  const row = await on(tx)
    .selectFrom('store_codes')
    .select('code')
    .where('id', '=', store.id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.code === store.code
}
