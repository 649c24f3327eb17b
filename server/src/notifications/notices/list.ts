import type { Box, NoticeItem } from '#contract/notifications/notices.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { WAYS } from '#domain/notifications/kinds.ts'
import type { Db } from '../../platform/db/database.ts'
import { ITEMS_MAX, type Item, readItems } from './read.ts'
import { readerOf } from './reader.ts'

/** Whatever is not off is shown in the portal, mailed or not. */
export const SHOWN = WAYS.filter((way) => way !== 'off')

/** One box of the caller's notification centre. */
export const listNotices = async (
  by: { db: Db; caller: UserCaller; now: Date },
  { box }: { box: Box },
): Promise<{ items: NoticeItem[]; more: boolean }> => {
  const wanted = { by: SHOWN, boxes: [box], limit: ITEMS_MAX + 1 }
  const found = await readItems(by.db, await readerOf(by), wanted)
  const items = found.slice(0, ITEMS_MAX)
  const codes = new Map(by.caller.stores.map(({ store_code_id, code }) => [store_code_id, code]))
  return { items: items.map((item) => toAnswer(item, codes)), more: found.length > ITEMS_MAX }
}

const toAnswer = (item: Item, codes: ReadonlyMap<string, string>): NoticeItem => {
  const { store_code_ids, box: _, ...rest } = item
  return {
    ...rest,
    since: item.since.toISOString(),
    latest: item.latest.toISOString(),
    due_at: item.due_at?.toISOString() ?? null,
    snoozed_until: item.snoozed_until?.toISOString() ?? null,
    store_codes: store_code_ids.flatMap((id) => codes.get(id) ?? []).toSorted(),
  }
}
