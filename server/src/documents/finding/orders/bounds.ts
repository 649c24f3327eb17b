import { type RawBuilder, sql } from 'kysely'
import { orderBy, type PageWanted, positionOf } from './pages.ts'

/**
 * An order of a table: its columns in turn, the departments that are entered, and what is asked of each row. Where it
 * is known who else the index does not tell apart, `counted` is all that it is asked while rows are counted, and the
 * others, `placed` by the same columns, are taken off.
 */
export type Order = {
  table: 'documents' | 'document_orders'
  columns: readonly string[]
  lanes: RawBuilder<unknown>
  matches: RawBuilder<unknown>
  others?: { counted: RawBuilder<unknown>; placed: RawBuilder<unknown> }
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
  const { columns, lanes } = order
  const { pivots } = given
  if (!pivots) return ALL
  const table = sql.table(order.table)
  const { direction, before, size } = positionOf(given)
  const [sooner, later] = direction === 'asc' ? ['<', '>'] : ['>', '<']
  const listed = sql.join(columns.map((column) => sql.ref(column)))
  const rowOf = (name: string) => rowIn(name, columns)
  // What was never submitted stands in an index of its own.
  const is_indexed = sql`${sql.ref(columns[0] ?? '')} IS NOT NULL`
  const firstOf = (towards: 'asc' | 'desc') => sql`ORDER BY ${orderBy(columns, towards)} LIMIT 1`
  const endOf = (towards: 'asc' | 'desc') => sql`SELECT * FROM (
    SELECT lane.* FROM ${lanes} CROSS JOIN LATERAL (SELECT ${listed} FROM ${table}
      WHERE store_code_id = in_store AND ${is_indexed} ${firstOf(towards)}) AS lane ${firstOf(towards)}) AS outermost`
  const { others } = order
  const count = countFrom(order, direction, given.among !== undefined && !others)
  const less = others ? sql`coalesce((SELECT n FROM others WHERE others.nth = pivots.nth), 0)` : sql`0`
  const first = [
    sql`pivots AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY ${orderBy(columns, direction)}) AS nth
      FROM (SELECT * FROM (${endOf(direction)}) AS at_first UNION ALL
        SELECT ${listed} FROM ${table} WHERE ${idOf(order)} = ANY(${pivots}::uuid[]) AND ${is_indexed}) AS each)`,
    ...(others ? [othersFrom(order, others.placed, sooner)] : []),
    sql`passed AS MATERIALIZED (SELECT pivots.*,
        ${skipped} + sum(coalesce((SELECT sum(${count}) FROM ${lanes}), 0) - ${less}) OVER (ORDER BY pivots.nth)::bigint
        AS n
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

/** How many of the others lie before each pivot, from the one before it: most lie before the nearest or after all. */
const othersFrom = ({ columns }: Order, placed: RawBuilder<unknown>, sooner: string) => {
  const comesBefore = (pivot: string) =>
    sql`${rowIn('other', columns)} ${sql.raw(sooner)} ${rowIn(pivot, columns)}`
  return sql`others AS MATERIALIZED (SELECT nth, count(*) AS n FROM (SELECT CASE
      WHEN ${comesBefore('nearest')} THEN nearest.nth
      ELSE (SELECT min(nth) FROM pivots AS next WHERE ${comesBefore('next')}) END AS nth
    FROM (${placed}) AS other, (SELECT * FROM pivots WHERE nth = 2) AS nearest,
      (SELECT * FROM pivots ORDER BY nth DESC LIMIT 1) AS farthest
    WHERE ${comesBefore('farthest')}) AS each GROUP BY nth)`
}

/**
 * How many rows of a department lie from `ahead` to before `pivots`: those between their first columns, and beside
 * these what is alike in one of them. PostgreSQL looks at a bound of one column once a page of the index, and at one of
 * a row at each entry, which is a third of the work; where hashes tell whom to count each part would have its own.
 */
const countFrom = ({ columns, others, ...order }: Order, direction: 'asc' | 'desc', is_hashed: boolean) => {
  const [sooner, later] = direction === 'asc' ? [sql`<`, sql`>`] : [sql`>`, sql`<`]
  const [sorted = '', ...rest] = columns
  const [one, ahead, pivot] = [sql.ref(sorted), sql.ref(`ahead.${sorted}`), sql.ref(`pivots.${sorted}`)]
  const from = (names: readonly string[]) =>
    sql`${rowIn(order.table, names)} ${later}= ${rowIn('ahead', names)}`
  const to = (names: readonly string[]) =>
    sql`${rowIn(order.table, names)} ${sooner} ${rowIn('pivots', names)}`
  const matches = others?.counted ?? order.matches
  const count = (
    ...within: readonly RawBuilder<unknown>[]
  ) => sql`(SELECT count(*) FROM ${sql.table(order.table)}
    WHERE store_code_id = in_store AND ${one} IS NOT NULL AND ${matches} AND ${sql.join(within, sql` AND `)})`
  if (is_hashed) return count(from(columns), to(columns))
  return sql`CASE WHEN ${ahead} = ${pivot} THEN ${count(sql`${one} = ${ahead}`, from(rest), to(rest))}
    ELSE ${count(sql`${one} = ${ahead}`, from(rest))} + ${count(sql`${one} = ${pivot}`, to(rest))}
      + ${count(sql`${one} ${later} ${ahead} AND ${one} ${sooner} ${pivot}`)} END`
}

const rowIn = (name: string, columns: readonly string[]) =>
  sql`(${sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))})`
