import { sql } from 'kysely'
import { CHANGING_COLUMNS, isDocument, keptCondition, splitKept } from './kept.ts'
import { type By, hasText, inStoresOf, isUnfiltered, type MatchFilters, UNFILTERED } from './matching.ts'
import { orderBy } from './orders/pages.ts'
import { sampled } from './shares.ts'

/**
 * How deep in an order those documents of a sample lie that match: for each in turn what share of its department comes
 * before it, from 0 on, for numbers of a department may begin with its code.
 */
export type Depth = number[]

export type Order = { column: string; sort_order: 'asc' | 'desc' }

/**
 * As JSON; null where nothing is asked for that may be of one time or another, the sample has no such order, or does
 * not tell by itself and the status what matches. By date it is not asked: most of what is looked for is of any date,
 * and numbers are found week by week.
 */
export const depthOf = (by: By, filters: MatchFilters, { column, sort_order }: Order) => {
  const { invoice_type, document_type, status } = filters
  const { kept, rest } = splitKept(filters)
  const is_alike = hasText(filters) || invoice_type.length > 0 || document_type.length > 0
  const has_order = ![...CHANGING_COLUMNS, 'sender_store_code', 'invoice_date'].includes(column)
  if (!is_alike || !has_order || !isUnfiltered({ ...rest, status: [] })) return sql`NULL::json`
  const columns = [column, 'invoice_date', 'created_at', 'document_id']
  const of_status = isDocument(by, { ...UNFILTERED, status }, 'document_orders')
  return sql`(SELECT coalesce(json_agg(share ORDER BY share) FILTER (WHERE matches), '[]')
    FROM (SELECT (rank() OVER lane - 1)::float8 / count(*) OVER (PARTITION BY store_code_id) AS share,
        (${keptCondition(by, kept)} AND ${of_status}) AS matches
      FROM ${sampled} AS document_orders WHERE ${inStoresOf(by)}
      WINDOW lane AS (PARTITION BY store_code_id ORDER BY ${orderBy(columns, sort_order)})) AS placed)`
}
