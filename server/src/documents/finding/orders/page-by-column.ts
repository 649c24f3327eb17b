import { type RawBuilder, sql } from 'kysely'
import { amongOf, orderIsAmong } from '../among.ts'
import { isDocument, keptCondition, splitKept } from '../kept.ts'
import { type By, inDepartments } from '../matching.ts'
import { boundsOf, type Order } from './bounds.ts'
import { lanesOf, orderBy, type PageWanted, stretchOf, withFirst } from './pages.ts'

/** The columns of `document_orders` that have an index. */
const KEPT_COLUMNS = [
  ...(['supplier_name', 'buyer_name', 'buyer_id_no', 'invoice_type', 'invoice_number'] as const),
  ...(['contract_number', 'agent_number', 'total_payable_amount', 'source', 'invoice_date'] as const),
]
export type KeptColumn = (typeof KEPT_COLUMNS)[number]

/** Whether there is such an order beside the documents. */
export const isKept = (column: string): column is KeptColumn => KEPT_COLUMNS.some((kept) => kept === column)

/**
 * The ids of one page by what documents keep, and then by date, as a subquery: each department is entered at one end of
 * its index, or at the pivot before the page; what lies before that is counted, in the index. What filters leave out is
 * passed over as well; where it is not told `among` which it is, each of these is judged, as far as its row of
 * `document_orders` tells by that alone.
 */
export const pageByColumn = (by: By, given: PageWanted, column: KeptColumn): RawBuilder<unknown> => {
  const order = orderOf(by, given, column)
  const bounds = boundsOf(given, order)
  const { direction, reach, page, first } = stretchOf(given, bounds.passed)
  const by_lane = orderBy(order.columns, direction)
  const by_all = orderBy(
    order.columns.map((one) => `lane.${one}`),
    direction,
  )
  return sql`(${withFirst([...first, ...amongOf(given.among), ...bounds.first])} SELECT lane.document_id
    FROM ${order.lanes}${bounds.beside} CROSS JOIN LATERAL (
      SELECT ${sql.join(order.columns.map((one) => sql.ref(one)))} FROM document_orders
      WHERE store_code_id = in_store AND ${bounds.within} AND ${order.matches} ORDER BY ${by_lane} LIMIT ${reach}
    ) AS lane ORDER BY ${by_all} ${page})`
}

/** An order by what `document_orders` keeps. */
export const orderOf = (by: By, given: PageWanted, column: KeptColumn): Order => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const { kept, rest } = splitKept(filters)
  const { among } = given
  const counted = keptCondition(by, kept)
  return {
    table: 'document_orders',
    columns: [...new Set([column, 'invoice_date', 'created_at', 'document_id'])],
    lanes: lanesOf({ caller }, undefined, filters),
    matches:
      among && !among.placed
        ? orderIsAmong(by, among)
        : sql`${counted} AND ${isDocument(by, rest, 'document_orders')}`,
    ...(among?.placed && { others: { counted, placed: among.placed } }),
  }
}
