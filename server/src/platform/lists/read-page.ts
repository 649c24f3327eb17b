import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { offsetOf, type Paged, pageOf } from './paging.ts'

type Wanted<DB, TB extends keyof DB, Row, Out> = {
  /** The whole address of the list itself. */
  url: string
  query: Paged & Record<string, unknown>
  /** Every row that the filters and the caller's scope leave. */
  filtered: SelectQueryBuilder<DB, TB, object>
  /** How many these are, as a subquery, where that is known without counting them. */
  count?: RawBuilder<string>
  /** The rows of this page alone, where they are found without passing over those before it. */
  picked?: SelectQueryBuilder<DB, TB, object> | undefined
  /** Which columns, in which order; the order must tell any two rows apart, or a row stands on two pages. */
  rows: (filtered: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>
  toRow: (row: Row) => Out
}

/** One page of a list in the envelope of decisions.md §5. Rows and count come from one statement, so they agree. */
export const readPage = async <DB, TB extends keyof DB, Row, Out>(wanted: Wanted<DB, TB, Row, Out>) => {
  const { url, query, filtered, picked, rows, toRow } = wanted
  const counted = filtered.select((eb) => eb.fn.countAll<string>().as('n'))
  const count = wanted.count ?? sql<string>`(${counted})`
  const paged = picked ? rows(picked) : rows(filtered).limit(query.page_size).offset(offsetOf(query))
  const page = await paged.select(count.as('full_count')).$castTo<{ full_count: string }>().execute()
  // Past the last page there is no row to carry the count.
  const past =
    page.length === 0 && query.page > 1
      ? await filtered.clearWhere().select(count.as('n')).$castTo<{ n: string }>().limit(1).executeTakeFirst()
      : undefined
  const n = Number(page[0]?.full_count ?? past?.n ?? 0)
  const results = page.map(({ full_count: _, ...row }) => toRow(row as unknown as Row)) // what `rows` selects
  return pageOf(url, query, n, results)
}
