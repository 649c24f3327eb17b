import type { z } from 'zod'
import { items } from '#contract/items.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { inSmall } from '../platform/lists/like.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { toAnswer } from './find.ts'
import { ITEM_COLUMNS, matches, visibleItems } from './rows.ts'

type By = { db: Db; caller: Caller; public_url: string }

/** The caller's saved items in pages, by description unless sorted. */
export const listItems = ({ db, caller, public_url }: By, query: z.output<(typeof items.list)['query']>) => {
  const all = visibleItems(db, caller)
  const { sort_by = 'item_description' } = query
  const in_small = inSmall('item_description')
  return readPage({
    url: public_url + items.list.path,
    query,
    filtered: query.search ? all.where(matches(query.search)) : all,
    rows: (rows) =>
      rows
        .select(ITEM_COLUMNS)
        .orderBy(sort_by === 'item_description' ? in_small : sort_by, query.order)
        .orderBy(in_small)
        .orderBy('id'),
    toRow: toAnswer,
  })
}
