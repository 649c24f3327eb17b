import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { namedStores } from '../../../access/scope.ts'
import type { Among } from '../among.ts'
import { hasUuid, type MatchFilters } from '../matching.ts'
import { containsSmall } from '../texts.ts'

/**
 * One page of the documents that filters leave; `among`: whom all of these are among, where that is few beside others;
 * `counted`: how many these are, where the page is nearer the end of them than the beginning; `pivots`: documents about
 * where in its order it most likely lies, by their ids.
 */
export type PageWanted = {
  offset: number
  page_size: number
  filters: MatchFilters
  sort_order: 'asc' | 'desc'
  among?: Among | undefined
  along?: Along | undefined
  counted?: RawBuilder<string> | undefined
  pivots?: readonly string[] | undefined
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
 * Where in an order a page lies: the end from which it is reached, what to order by then, how many rows lie before it,
 * and of how many it is. `counted` is asked for in the statement itself, so that no document that comes or goes
 * meanwhile moves the page.
 */
export const positionOf = ({ counted, sort_order, offset, page_size }: PageWanted) => {
  if (!counted) {
    const [before, size] = [sql`${offset}::bigint`, sql`${page_size}::bigint`]
    return { direction: sort_order, nulls: sql`NULLS LAST`, before, size, first: [] }
  }
  const left = sql`greatest((SELECT n FROM listed) - ${offset}::bigint, 0)`
  return {
    direction: sort_order === 'asc' ? ('desc' as const) : ('asc' as const),
    nulls: sql`NULLS FIRST`,
    before: sql`greatest(${left} - ${page_size}::bigint, 0)`,
    size: sql`least(${left}, ${page_size}::bigint)`,
    first: [sql`listed AS MATERIALIZED (SELECT ${counted}::bigint AS n)`],
  }
}

/**
 * The same, with how many rows of a lane to read at most, and what of all lanes together is the page; `passed`: so many
 * were passed over already, and if these are too many there is no page.
 */
export const stretchOf = (wanted: PageWanted, passed: RawBuilder<unknown> = sql`0`) => {
  const { before, size, ...position } = positionOf(wanted)
  return {
    ...position,
    reach: sql`greatest(${before} + ${size} - ${passed}, 0)`,
    page: sql`LIMIT CASE WHEN ${passed} <= ${before} THEN ${size} ELSE 0 END OFFSET greatest(${before} - ${passed}, 0)`,
  }
}

/** Tables of a statement by name, ahead of it. */
export const withFirst = (tables: readonly RawBuilder<unknown>[]) =>
  tables.length > 0 ? sql`WITH ${sql.join(tables)}` : sql``

/**
 * The caller's departments as a table, `in_store` and `in_code`, each with each of the statuses (`in_status`), if any:
 * every row is where an index is entered. A department that never had such a text, as far as that is kept, is none, or
 * all that it has would be passed over.
 */
export const lanesOf = (
  { caller }: { caller: Caller },
  statuses?: readonly Status[],
  { buyer_name, invoice_number, search }: Partial<MatchFilters> = {},
) => {
  const all = sql`ROWS FROM (unnest(${namedStores(caller)}::uuid[]),
    unnest(${caller.stores.map(({ code }) => code)}::text[])) AS department (in_store, in_code)`
  const conditions = [
    ...(buyer_name ? [hasBuyer(buyer_name)] : []),
    ...(invoice_number ? [hasLetters(invoice_number)] : []),
    ...(search ? [sql`(${hasLetters(search)} OR ${hasBuyer(search)} OR ${isInIt(search)})`] : []),
  ]
  const departments =
    conditions.length > 0
      ? sql`(SELECT * FROM ${all} WHERE ${sql.join(conditions, sql` AND `)} OFFSET 0) AS department`
      : all
  return statuses ? sql`${departments}, unnest(${[...statuses]}::text[]) AS in_status` : departments
}

const hasBuyer = (name: string) => sql`EXISTS (SELECT FROM document_buyers
  WHERE store_code_id = in_store AND ${containsSmall('searched_name', name)} OFFSET 0)`

/** Whether its numbers ever had each sign of a text that is no digit (migration 0079). */
export const hasLetters = (
  text: string,
) => sql`NOT EXISTS (SELECT FROM letters_of(${text}) AS letter WHERE NOT EXISTS (
  SELECT FROM number_letters AS known WHERE known.store_code_id = in_store AND known.letter = letter.letter))`

const isInIt = (uuid: string) =>
  sql`EXISTS (SELECT FROM documents WHERE ${hasUuid('documents', uuid)} AND store_code_id = in_store)`
