import type { SavedItem } from '#contract/items.ts'
import type { Caller } from '#domain/access/caller.ts'
import { twoPlaces } from '#domain/money/format.ts'
import type { Db } from '../platform/db/database.ts'
import { inSmall } from '../platform/lists/like.ts'
import { matches, selectItems } from './rows.ts'

const FOUND_MAX = 200
/** So many of who asks for nothing: programs load all of them once (specification 1 §7). */
const ALL_MAX = 1_000

/**
 * The caller's saved items by description, narrowed by a text in description or classification; at most 200. Of who
 * asks for nothing the first 1,000.
 */
export const findItems = async (
  { db, caller }: { db: Db; caller: Caller },
  wanted: { search?: string | undefined; sender_entity_id?: string | undefined },
): Promise<SavedItem[]> => {
  let query = selectItems(db, caller).limit(wanted.search || wanted.sender_entity_id ? FOUND_MAX : ALL_MAX)
  if (wanted.sender_entity_id) {
    query = query.where((eb) => eb(eb.cast('sender_entity_id', 'text'), '=', wanted.sender_entity_id ?? ''))
  }
  if (wanted.search) query = query.where(matches(wanted.search))
  const rows = await query.orderBy(inSmall('item_description')).orderBy('id').execute()
  return rows.map(toAnswer)
}

type Kept = Omit<SavedItem, 'modified_at'> & { modified_at: Date }

export const toAnswer = (row: Kept): SavedItem => ({
  ...row,
  tax_rate: twoPlaces(row.tax_rate),
  modified_at: row.modified_at.toISOString(),
})
