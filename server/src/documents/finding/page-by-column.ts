import { type RawBuilder, sql } from 'kysely'
import { amongOf, documentIsAmong, orderIsAmong } from './among.ts'
import { isDocument, keptCondition, splitKept } from './kept.ts'
import { type By, conditionOf, inDepartments } from './matching.ts'
import { BY_DATE, lanesOf, orderBy, type PageWanted, stretchOf, withFirst } from './pages.ts'

/** The columns of `document_orders` that have an index. */
type KeptColumn =
  | ('supplier_name' | 'buyer_name' | 'buyer_id_no' | 'invoice_type' | 'invoice_number')
  | ('contract_number' | 'agent_number' | 'total_payable_amount' | 'source' | 'invoice_date')

/**
 * The ids of one page by what documents keep, and then by date, as a subquery: each department is entered at one end of
 * its index. What lies between that end and the page is passed over in the index, so a page in the middle costs more
 * than the first. What filters leave out is passed over as well; where it is not told `among` which it is, each of
 * these is judged, as far as its row of `document_orders` tells by that alone.
 */
export const pageByColumn = (by: By, given: PageWanted, column: KeptColumn): RawBuilder<unknown> => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const { direction, reach, page, first } = stretchOf(given)
  const columns = [...new Set([column, 'invoice_date', 'created_at', 'document_id'])]
  const order = orderBy(columns, direction)
  const { kept, rest } = splitKept(filters)
  const matches = given.among
    ? orderIsAmong(by, given.among)
    : sql`${keptCondition(by, kept)} AND ${isDocument(by, rest, 'document_orders')}`
  return sql`(${withFirst([...first, ...amongOf(given.among)])} SELECT document_id
    FROM ${lanesOf({ caller }, undefined, filters)} CROSS JOIN LATERAL (
      SELECT ${sql.join(columns.map((one) => sql.ref(one)))} FROM document_orders
      WHERE store_code_id = in_store AND ${matches} ORDER BY ${order} LIMIT ${reach}
    ) AS lane ORDER BY ${order} ${page})`
}

/** The same by submission date; what was never submitted comes last, either way. */
export const pageBySubmission = (by: By, given: PageWanted): RawBuilder<unknown> => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const { direction, nulls, reach, page, first } = stretchOf(given)
  const matches = given.among ? documentIsAmong(by, given.among) : conditionOf(by, filters)
  const order = sql`submitted_at ${sql.raw(direction)} ${nulls}, ${orderBy(BY_DATE, direction)}`
  const lane = (
    submitted_at: RawBuilder<unknown>,
    is: RawBuilder<unknown>,
    by_index: readonly string[],
  ) => sql`(
    SELECT id, ${submitted_at} AS submitted_at, invoice_date, created_at FROM documents
    WHERE store_code_id = in_store AND documents.submitted_at ${is} AND ${matches}
    ORDER BY ${orderBy(by_index, direction)} LIMIT ${reach})`
  return sql`(${withFirst([...first, ...amongOf(given.among)])} SELECT id
    FROM ${lanesOf({ caller }, undefined, filters)} CROSS JOIN LATERAL (
      ${lane(sql`submitted_at`, sql`IS NOT NULL`, ['submitted_at', ...BY_DATE])}
      UNION ALL ${lane(NEVER, sql`IS NULL`, BY_DATE)}
    ) AS lane ORDER BY ${order} ${page})`
}

/** Not the column, which that index does not have: it alone is read. */
const NEVER = sql`NULL::timestamptz`
