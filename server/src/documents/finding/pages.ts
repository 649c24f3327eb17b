import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { offsetOf, type Paged } from '../../platform/lists/paging.ts'
import type { Among } from './among.ts'
import type { MatchFilters } from './matching.ts'
import { containsSmall } from './texts.ts'

/**
 * One page of the documents that filters leave; `among`: whom all of these are among, where that is few beside others;
 * `counted`: how many these are, where the page is nearer the end of them than the beginning.
 */
export type PageWanted = Paged & {
  filters: MatchFilters
  sort_order: 'asc' | 'desc'
  among?: Among | undefined
  along?: Along | undefined
  counted?: RawBuilder<string> | undefined
}

/** What a page by date beside a text is walked along: the documents, or what is kept beside them. */
export type Along = 'documents' | 'orders'

/** So many are found first and then sorted as wished, and beside a text counted no further (decisions.md §14). */
export const FOUND_MAX = 10_000

/** What tells any two documents apart, whatever a list is sorted by. */
export const BY_DATE = ['invoice_date', 'created_at', 'id']

/** What to order by, all of it in one direction. */
export const orderBy = (columns: readonly string[], direction: 'asc' | 'desc') =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))

/**
 * Where in an order a page lies: the end from which it is reached, what to order by then, how many rows of a lane to
 * read at most, and what of all lanes together is the page. `counted` is asked for in the statement itself, so that no
 * document that comes or goes meanwhile moves the page.
 */
export const stretchOf = ({ counted, sort_order, page_size, ...paged }: PageWanted) => {
  const offset = offsetOf({ ...paged, page_size })
  if (!counted) {
    const page = sql`LIMIT ${page_size} OFFSET ${offset}`
    return {
      direction: sort_order,
      nulls: sql`NULLS LAST`,
      reach: sql`${offset + page_size}`,
      page,
      first: [],
    }
  }
  const left = sql`greatest((SELECT n FROM listed) - ${offset}::bigint, 0)`
  return {
    direction: sort_order === 'asc' ? ('desc' as const) : ('asc' as const),
    nulls: sql`NULLS FIRST`,
    reach: left,
    page: sql`LIMIT least(${left}, ${page_size}::bigint) OFFSET greatest(${left} - ${page_size}::bigint, 0)`,
    first: [sql`listed AS MATERIALIZED (SELECT ${counted}::bigint AS n)`],
  }
}

/** Tables of a statement by name, ahead of it. */
export const withFirst = (tables: readonly RawBuilder<unknown>[]) =>
  tables.length > 0 ? sql`WITH ${sql.join(tables)}` : sql``

/**
 * The caller's departments as a table, `in_store` and `in_code`, each with each of the statuses (`in_status`), if any:
 * every row is where an index is entered. A department that never had a buyer of this name is none, or all that it has
 * would be passed over.
 */
export const lanesOf = (
  { caller }: { caller: Caller },
  statuses?: readonly Status[],
  { buyer_name }: Partial<MatchFilters> = {},
) => {
  const all = sql`ROWS FROM (unnest(${caller.stores.map(({ store_code_id }) => store_code_id)}::uuid[]),
    unnest(${caller.stores.map(({ code }) => code)}::text[])) AS department (in_store, in_code)`
  const departments = buyer_name
    ? sql`(SELECT * FROM ${all} WHERE EXISTS (SELECT FROM document_buyers
        WHERE store_code_id = in_store AND ${containsSmall('searched_name', buyer_name)} OFFSET 0)) AS department`
    : all
  return statuses ? sql`${departments}, unnest(${[...statuses]}::text[]) AS in_status` : departments
}
