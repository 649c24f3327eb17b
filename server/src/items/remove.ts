import type { Caller } from '#domain/access/caller.ts'
import { recordChange } from '../audit/record.ts'
import { keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { deleteItem, selectItems } from './rows.ts'
import { found, ITEM_FIELDS } from './save.ts'

type Wanted = { id: string; modified_at?: string | null | undefined }

/**
 * Takes a saved item away, for good; documents and templates keep what they say. Throws not_found for one that is
 * foreign or gone, invalid_fields for a company that is deactivated, and conflict `changed_meanwhile`.
 */
export const removeItem = async (
  by: { db: Db; caller: Caller; now: Date },
  { id, modified_at: seen }: Wanted,
): Promise<{ detail: string }> => {
  await inTransaction(by.db, async (tx) => {
    const own = selectItems(tx, by.caller).where('id', '=', id)
    const { sender_entity_id } = found(await own.executeTakeFirst())
    await keepActive({ ...by, tx }, sender_entity_id)
    const before = found(await own.forUpdate().executeTakeFirst())
    demandSeen({ what: 'The item', seen, before, after: {}, fields: ['id'] })
    await deleteItem(tx, id)
    const target = { kind: 'item' as const, id, name: before.item_description, sender_entity_id }
    await recordChange(tx, by, { target, before, after: undefined, fields: ITEM_FIELDS })
  })
  return { detail: 'Item deleted.' }
}
