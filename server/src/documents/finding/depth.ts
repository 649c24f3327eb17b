import { sql } from 'kysely'
import { CHANGING_COLUMNS, isDocument, keptCondition, splitKept } from './kept.ts'
import { type By, hasText, inStoresOf, isUnfiltered, type MatchFilters, UNFILTERED } from './matching.ts'
import { orderBy } from './orders/pages.ts'
import { sampled } from './shares.ts'

/**
 * How deep in an order those documents of a sample lie that match, for each in turn from 0 on: what share of its
 * department comes before it, for numbers of a department may begin with its code; and what share of all.
 */
export type Depth = { in_department: number[]; in_all: number[] }

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
  const byDepth = (share: string) =>
    sql`coalesce(json_agg(${sql.ref(share)} ORDER BY ${sql.ref(share)}) FILTER (WHERE matches), '[]')`
  return sql`(SELECT json_build_object('in_department', ${byDepth('in_department')}, 'in_all', ${byDepth('in_all')})
    FROM (SELECT (rank() OVER lane - 1)::float8 / count(*) OVER (PARTITION BY store_code_id) AS in_department,
        (rank() OVER everything - 1)::float8 / count(*) OVER () AS in_all,
        (${keptCondition(by, kept)} AND ${of_status}) AS matches
      FROM ${sampled} AS document_orders WHERE ${inStoresOf(by)}
      WINDOW everything AS (ORDER BY ${orderBy(columns, sort_order)}),
        lane AS (PARTITION BY store_code_id ORDER BY ${orderBy(columns, sort_order)})) AS placed)`
}

/** So many times as late as by chance the first one of a sample hardly ever comes. */
const LATE = 4

/**
 * What share of each department comes before such a share of those that match, as far as any of the sample do. Where
 * they seem to be of any depth it is that of chance, `times` over; else no less than that of chance, since those of one
 * department may lie deeper than those of another.
 */
export const depthAt = ({ in_department }: Depth, wanted: number, times: number): number | undefined => {
  const share = Math.min(1, wanted)
  const deep = deepOf(in_department, share)
  if (deep === 'by chance') return Math.min(1, times * share)
  return deep === undefined ? undefined : Math.max(share, deep)
}

/** What share of all comes before such a share of those that match; undefined where it is as by chance. */
export const depthInAll = ({ in_all }: Depth, share: number): number | undefined => {
  const deep = deepOf(in_all, share)
  return deep === 'by chance' ? undefined : deep
}

const deepOf = (depths: readonly number[], share: number) => {
  const nth = Math.ceil(share * depths.length)
  const deep = depths[nth - 1]
  return nth === 1 && deep !== undefined && deep <= LATE / (depths.length + 1) ? 'by chance' : deep
}
