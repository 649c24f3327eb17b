import type { ItemWrite, SavedItem } from '#contract/items.ts'
import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { chooseEntity } from '../entities/choose.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { createItem } from './create.ts'
import { toAnswer } from './find.ts'
import { selectItems, updateItem } from './rows.ts'

type By = { db: Db; caller: Caller; now: Date }

/** Saves a line that one of the caller's companies sells again and again. Throws invalid_fields. */
export const addItem = async (
  by: By,
  { id: _, sender_entity_code, ...item }: ItemWrite,
): Promise<SavedItem> => {
  const { id: sender_entity_id } = await chooseEntity(by, { entity_code: sender_entity_code })
  const id = await inTransaction(by.db, (tx) => createItem(tx, { ...item, sender_entity_id }, by.now))
  return toAnswer({ ...item, id })
}

/** Changes a saved item; its company stays. Throws not_found for a foreign one, and invalid_fields. */
export const changeItem = async (
  by: By,
  { id, sender_entity_code: _, ...item }: ItemWrite & { id: string },
): Promise<SavedItem> => {
  await inTransaction(by.db, async (tx) => {
    const held = await selectItems(tx, by.caller).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!held) throw notFound('There is no such item.')
    await updateItem(tx, id, { ...item, modified_at: by.now })
  })
  return toAnswer({ ...item, id })
}
