import { type RawBuilder, sql } from 'kysely'
import { offsetOf } from '../../platform/lists/paging.ts'
import { type By, conditionOf, inDepartments, isUnfiltered } from './matching.ts'
import { orderBy, type PageWanted } from './page-by-date.ts'

/** The columns of `document_orders` that have an index. */
export const KEPT_COLUMNS = [
  ...(['supplier_name', 'buyer_name', 'buyer_id_no', 'invoice_type', 'invoice_number'] as const),
  ...(['contract_number', 'agent_number', 'total_payable_amount', 'source'] as const),
]
type KeptColumn = (typeof KEPT_COLUMNS)[number]

/**
 * The ids of one page by what documents keep, and then by date, as a subquery: each department is entered at one end of
 * its index. What lies before the page is passed over in the index, so a page deep down costs more than the first.
 */
export const pageByColumn = (by: By, given: PageWanted, column: KeptColumn): RawBuilder<unknown> => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const offset = offsetOf(given)
  const stores = caller.stores.map(({ store_code_id }) => store_code_id)
  const order = orderBy([column, 'invoice_date', 'created_at', 'document_id'], given.sort_order)
  const matches = isUnfiltered(filters)
    ? sql`TRUE`
    : sql`EXISTS (SELECT FROM documents WHERE id = document_id AND ${conditionOf(by, filters)})`
  return sql`(SELECT document_id FROM unnest(${stores}::uuid[]) AS in_store
    CROSS JOIN LATERAL (
      SELECT document_id, ${sql.ref(column)}, invoice_date, created_at FROM document_orders
      WHERE store_code_id = in_store AND ${matches} ORDER BY ${order} LIMIT ${offset + given.page_size}
    ) AS lane ORDER BY ${order} LIMIT ${given.page_size} OFFSET ${offset})`
}
