import { sql } from 'kysely'
import { ListQuery } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import { matching } from '../../../server/src/documents/finding/matching.ts'
import { SORT_COLUMN } from '../../../server/src/documents/reading/list.ts'
import type { Db } from '../../../server/src/platform/db/database.ts'

type By = { db: Db; caller: Caller; now: Date }

/** The rows of a page as anybody would write it: sorted, skipped and counted each time. */
export const pageByOffset = async (by: By, given: Record<string, string>) => {
  const query = ListQuery.parse(given)
  const { page, page_size, sort_by = 'invoice_date', sort_order } = query
  const filtered = matching(by, query)
  const counted = filtered.select(sql<string>`count(*)`.as('n'))
  return filtered
    .select(['id', 'invoice_number', 'buyer_name', 'status', 'total_payable_amount'])
    .select(() => counted.as('n'))
    .orderBy(SORT_COLUMN[sort_by], sort_order)
    .orderBy('invoice_date', sort_order)
    .orderBy('created_at', sort_order)
    .orderBy('id', sort_order)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}
