import { type RawBuilder, sql } from 'kysely'
import { orderBy, type PageWanted, positionOf } from './pages.ts'

/** An order of a table: its columns in turn, the departments that are entered, and what is asked of each row. */
export type Order = {
  table: 'documents' | 'document_orders'
  columns: readonly string[]
  lanes: RawBuilder<unknown>
  matches: RawBuilder<unknown>
}

/** The column with a document's id. */
export const idOf = ({ table }: Pick<Order, 'table'>) => sql.ref(table === 'documents' ? 'id' : 'document_id')

/** What bounds the part of an order in which a page is looked for. */
type Bounds = {
  /** Tables of the statement. */
  first: RawBuilder<unknown>[]
  /** How many rows lie before that part. */
  passed: RawBuilder<unknown>
  /** What stands beside the departments, and the condition on rows. */
  beside: RawBuilder<unknown>
  within: RawBuilder<unknown>
}

const ALL: Bounds = { first: [], passed: sql`0`, beside: sql``, within: sql`TRUE` }

/**
 * Of an order the part between two of the pivots, or an end, in which the page lies: what lies before each of them is
 * counted, in the index, beside what was `skipped` already. Rows are compared as a whole, or the index would be entered
 * where many have the same text. Where the page begins among what was skipped no row is within.
 */
export const boundsOf = (given: PageWanted, order: Order, skipped: RawBuilder<unknown> = sql`0`): Bounds => {
  const { columns, lanes, matches } = order
  const { pivots } = given
  if (!pivots) return ALL
  const table = sql.table(order.table)
  const { direction, before, size } = positionOf(given)
  const [sooner, later] = direction === 'asc' ? ['<', '>'] : ['>', '<']
  const listed = sql.join(columns.map((column) => sql.ref(column)))
  const rowOf = (name: string) => sql`(${sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))})`
  // What was never submitted stands in an index of its own.
  const is_indexed = sql`${sql.ref(columns[0] ?? '')} IS NOT NULL`
  const firstOf = (towards: 'asc' | 'desc') => sql`ORDER BY ${orderBy(columns, towards)} LIMIT 1`
  const endOf = (towards: 'asc' | 'desc') => sql`SELECT * FROM (
    SELECT lane.* FROM ${lanes} CROSS JOIN LATERAL (SELECT ${listed} FROM ${table}
      WHERE store_code_id = in_store AND ${is_indexed} ${firstOf(towards)}) AS lane ${firstOf(towards)}) AS outermost`
  const first = [
    sql`pivots AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY ${orderBy(columns, direction)}) AS nth
      FROM (SELECT * FROM (${endOf(direction)}) AS at_first UNION ALL
        SELECT ${listed} FROM ${table} WHERE ${idOf(order)} = ANY(${pivots}::uuid[]) AND ${is_indexed}) AS each)`,
    sql`passed AS MATERIALIZED (SELECT pivots.*, ${skipped} + sum(coalesce((SELECT sum((
        SELECT count(*) FROM ${table}
        WHERE store_code_id = in_store AND ${is_indexed} AND ${matches}
          AND (${listed}) ${sql.raw(later)}= ${rowOf('ahead')} AND (${listed}) ${sql.raw(sooner)} ${rowOf('pivots')}
        )) FROM ${lanes}), 0)) OVER (ORDER BY pivots.nth)::bigint AS n
      FROM pivots LEFT JOIN pivots AS ahead ON ahead.nth = pivots.nth - 1)`,
    sql`earliest AS MATERIALIZED (SELECT * FROM passed WHERE n <= ${before} ORDER BY nth DESC LIMIT 1)`,
    sql`latest AS MATERIALIZED (SELECT * FROM (SELECT ${listed}, nth FROM passed WHERE n >= ${before} + ${size}
      UNION ALL SELECT *, NULL FROM (${endOf(direction === 'asc' ? 'desc' : 'asc')}) AS at_last) AS after
      ORDER BY nth NULLS LAST LIMIT 1)`,
  ]
  return {
    first,
    passed: sql`(SELECT n FROM earliest)`,
    beside: sql`, earliest, latest`,
    within: sql`(${listed}) ${sql.raw(later)}= ${rowOf('earliest')}
      AND (${listed}) ${sql.raw(sooner)}= ${rowOf('latest')}`,
  }
}
