import { type RawBuilder, sql } from 'kysely'
import { type PageWanted, positionOf } from './pages.ts'

/** An order of a table: its columns in turn, the departments that are entered, and what is asked of each row. */
export type Order = {
  table: 'documents' | 'document_orders'
  columns: readonly string[]
  lanes: RawBuilder<unknown>
  matches: RawBuilder<unknown>
}

/** The column with a document's id. */
export const idOf = ({ table }: Pick<Order, 'table'>) => sql.ref(table === 'documents' ? 'id' : 'document_id')

/**
 * Of an order what lies between two documents, each as far as there is one: tables of a statement, how many lie before
 * the first one, what stands beside the departments, and the condition on rows. These are compared as a whole, or the
 * index would be entered where many have the same text.
 */
export const boundsOf = (given: PageWanted, order: Order) => {
  const { columns, lanes, matches } = order
  const table = sql.table(order.table)
  const { before = null, after = null } = given.between ?? {}
  const [sooner, later] = positionOf(given).direction === 'asc' ? ['<', '>'] : ['>', '<']
  const listed = sql.join(columns.map((column) => sql.ref(column)))
  const rowOf = (name: string) => sql`(${sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))})`
  // What was never submitted stands in an index of its own.
  const is_indexed = sql`${sql.ref(columns[0] ?? '')} IS NOT NULL`
  const bound = (name: string, id: string) => sql`${sql.table(name)} AS MATERIALIZED (
    SELECT ${listed} FROM ${table} WHERE ${idOf(order)} = ${id}::uuid)`
  const passed = sql`passed AS MATERIALIZED (SELECT coalesce(sum(n), 0)::bigint AS n
    FROM ${lanes}, earliest CROSS JOIN LATERAL (SELECT count(*) AS n FROM ${table}
      WHERE store_code_id = in_store AND ${is_indexed} AND (${listed}) ${sql.raw(sooner)} ${rowOf('earliest')}
        AND ${matches}) AS lane)`
  return {
    first: [
      ...(before ? [bound('earliest', before), passed] : []),
      ...(after ? [bound('latest', after)] : []),
    ],
    passed: before ? sql`(SELECT n FROM passed)` : sql`0`,
    beside: sql`${before ? sql`, earliest` : sql``}${after ? sql`, latest` : sql``}`,
    within: sql`${before ? sql`(${listed}) ${sql.raw(later)}= ${rowOf('earliest')}` : sql`TRUE`}
      AND ${after ? sql`(${listed}) ${sql.raw(sooner)}= ${rowOf('latest')}` : sql`TRUE`}`,
  }
}
