import type { SavedItem } from '#contract/items.ts'
import type { Caller } from '#domain/access/caller.ts'
import { recordChanges } from '../audit/record.ts'
import { keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { insertItems, lockSavedItems, readAlike } from './rows.ts'
import { ITEM_FIELDS } from './save.ts'

type By = { db: Db; caller: Caller; now: Date }

/** What is said of an item, whoever keeps it. */
export type NamedItem = Pick<SavedItem, (typeof ITEM_FIELDS)[number]>

/** One text for the same item: whoever fills a line chooses it by its description. */
export const keyOf = ({ item_description }: Pick<NamedItem, 'item_description'>): string =>
  item_description.toLowerCase()

/** Which of these a company has already, by their keys. */
export const findAlike = async (
  handle: Db | Tx,
  sender_entity_id: string,
  wanted: readonly NamedItem[],
): Promise<ReadonlyMap<string, NamedItem>> => {
  const descriptions = wanted.map(({ item_description }) => item_description)
  const rows = await readAlike(handle, sender_entity_id, descriptions)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * Saves items for a company, in one transaction; none of them twice, and none that is there meanwhile is changed.
 * Answers the keys of those that were added. Throws invalid_fields for a company that is deactivated.
 */
export const addItems = (
  by: By,
  { sender_entity_id, items }: { sender_entity_id: string; items: readonly NamedItem[] },
): Promise<ReadonlySet<string>> =>
  inTransaction(by.db, async (tx) => {
    await keepActive({ ...by, tx }, sender_entity_id)
    await lockSavedItems(tx, sender_entity_id)
    const there = await findAlike(tx, sender_entity_id, items)
    const absent = items.filter((one) => !there.has(keyOf(one)))
    const added = await insertItems(
      tx,
      absent.map((one) => ({ ...one, sender_entity_id, created_at: by.now, modified_at: by.now })),
    )
    const changes = added.map(({ id, ...after }) => ({
      target: { kind: 'item' as const, id, name: after.item_description, sender_entity_id },
      ...{ before: undefined, after, fields: ITEM_FIELDS },
    }))
    await recordChanges(tx, by, changes)
    return new Set(absent.map(keyOf))
  })
