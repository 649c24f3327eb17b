import type { ItemWrite, SavedItem } from '#contract/items.ts'
import type { Caller } from '#domain/access/caller.ts'
import { twoPlaces } from '#domain/money/format.ts'
import { notFound } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { chooseEntity, keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { createItem } from './create.ts'
import { toAnswer } from './find.ts'
import { selectItems, updateItem } from './rows.ts'

/** What the audit log tells of an item. */
export const ITEM_FIELDS = ['classification', 'item_description', 'tax_type', 'tax_rate'] as const

type By = { db: Db; caller: Caller; now: Date }

/** Saves a line that one of the caller's companies sells again and again. Throws invalid_fields. */
export const addItem = async (
  { tx, caller, now }: { tx: Tx; caller: Caller; now: Date },
  { id: _, modified_at: _m, sender_entity_id: _e, sender_entity_code, ...item }: ItemWrite,
): Promise<SavedItem> => {
  const entity = await chooseEntity({ db: tx, caller }, { entity_code: sender_entity_code })
  const id = await createItem(tx, { ...item, sender_entity_id: entity.id }, now)
  const target = { kind: 'item' as const, id, name: item.item_description, sender_entity_id: entity.id }
  await recordChange(tx, { caller, now }, { target, before: undefined, after: item, fields: ITEM_FIELDS })
  return toAnswer({ ...item, id, sender_entity_id: entity.id, modified_at: now })
}

/** Changes a saved item; its company stays. Throws not_found for a foreign one, invalid_fields, `changed_meanwhile`. */
export const changeItem = async (
  by: By,
  { id, modified_at: seen, sender_entity_code: _, sender_entity_id: _e, ...item }: ItemWrite & { id: string },
): Promise<SavedItem> => {
  const sender_entity_id = await inTransaction(by.db, async (tx) => {
    const own = selectItems(tx, by.caller).where('id', '=', id)
    const { sender_entity_id } = found(await own.executeTakeFirst())
    await keepActive({ ...by, tx }, sender_entity_id)
    const held = found(await own.forUpdate().executeTakeFirst())
    const after = { ...item, tax_rate: twoPlaces(item.tax_rate) }
    const before = { ...held, tax_rate: twoPlaces(held.tax_rate) }
    demandSeen({ what: 'The item', seen, before, after, fields: ITEM_FIELDS })
    await updateItem(tx, id, { ...item, modified_at: by.now })
    const target = { kind: 'item' as const, id, name: held.item_description, sender_entity_id }
    await recordChange(tx, by, { target, before, after, fields: ITEM_FIELDS })
    return sender_entity_id
  })
  return toAnswer({ ...item, id, sender_entity_id, modified_at: by.now })
}

/** Throws not_found where there is none. */
export const found = <T>(row: T | undefined): T => {
  if (!row) throw notFound('There is no such item.')
  return row
}
