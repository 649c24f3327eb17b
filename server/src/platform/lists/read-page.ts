import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { PREPARED } from '../db/prepared.ts'
import { rememberedStatements } from '../db/remembered-statements.ts'
import { sharedReads } from '../db/shared-read.ts'
import { offsetOf, type Paged, pageOf } from './paging.ts'

type Asked<DB, TB extends keyof DB, Row> = {
  query: Paged & Record<string, unknown>
  /** Every row that the filters and the caller's scope leave. */
  filtered: SelectQueryBuilder<DB, TB, object>
  /** How many these are, as a subquery, where that is known without counting them. */
  count?: RawBuilder<string>
  /** The rows of this page alone, where they are found without passing over those before it. */
  picked?: SelectQueryBuilder<DB, TB, object> | undefined
  /** Which columns, in which order; the order must tell any two rows apart, or a row stands on two pages. */
  rows: (filtered: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>
}

type Wanted<DB, TB extends keyof DB, Row, Out> = Asked<DB, TB, Row> & {
  /** The whole address of the list itself. */
  url: string
  toRow: (row: Row) => Out
}

/** One page of a list in the envelope of decisions.md §5. Rows and count come from one statement, so they agree. */
export const readPage = async <DB, TB extends keyof DB, Row, Out>(wanted: Wanted<DB, TB, Row, Out>) => {
  const { url, query, filtered, toRow } = wanted
  const page = await pageQuery(wanted).execute()
  // Past the last page there is no row to carry the count: of none it is one row all the same, and no table is read.
  const past =
    page.length === 0 && query.page > 1
      ? await filtered
          .clearWhere()
          .where(sql<SqlBool>`FALSE`)
          .having(sql<SqlBool>`TRUE`)
          .select(countOf(wanted).as('n'))
          .$castTo<{ n: string }>()
          .executeTakeFirst()
      : undefined
  const n = Number(page[0]?.full_count ?? past?.n ?? 0)
  const results = page.map(({ full_count: _, ...row }) => toRow(row as unknown as Row)) // what `rows` selects
  return pageOf(url, query, n, results)
}

type Remembered<DB, TB extends keyof DB, Row, Out> = Pick<Wanted<DB, TB, Row, Out>, 'url' | 'query'> & {
  db: Db
  /** All that the statement and its rows are made of, beside the query: the caller's scope. */
  key: string
  asked: () => Asked<DB, TB, Row>
  /** Takes what it names. */
  toRow: (row: Row) => Out
}

/**
 * The same of a list that many look at, whose statement is put together once for each page that is looked at, and whose
 * page is read once for those who ask for it at the same moment.
 */
export const rememberedPages = <Out>() => {
  const remember = rememberedStatements()
  const share = sharedReads<Page<Out>>()
  return <DB, TB extends keyof DB, Row>(wanted: Remembered<DB, TB, Row, Out>): Promise<Page<Out>> => {
    const { db, url, query, asked, toRow } = wanted
    const key = `${wanted.key} ${JSON.stringify(query)}`
    const build = () => pageQuery(asked()).modifyEnd(PREPARED)
    return share(db, key, async () => {
      const { rows } = await db.executeQuery(remember(db, key, build))
      const page = rows as (Row & { full_count: string })[] // what `asked` selects
      if (page.length === 0 && query.page > 1) return readPage({ ...asked(), url, query, toRow })
      return pageOf(url, query, Number(page[0]?.full_count ?? 0), page.map(toRow))
    })
  }
}

type Page<Out> = ReturnType<typeof pageOf<Out>>

/** The rows of one page, each with the count of all. */
const pageQuery = <DB, TB extends keyof DB, Row>(asked: Asked<DB, TB, Row>) => {
  const { query, filtered, picked, rows } = asked
  const paged = picked ? rows(picked) : rows(filtered).limit(query.page_size).offset(offsetOf(query))
  return paged.select(countOf(asked).as('full_count')).$castTo<{ full_count: string }>()
}

const countOf = <DB, TB extends keyof DB, Row>({ filtered, count }: Asked<DB, TB, Row>) =>
  count ?? sql<string>`(${filtered.select((eb) => eb.fn.countAll<string>().as('n'))})`
