import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isDocument, keptCondition, splitKept } from './kept.ts'
import { type By, conditionOf, type MatchFilters, UNFILTERED } from './matching.ts'
import { queryOf, type Sought } from './sought.ts'

/**
 * Those who may be meant, or else all `others`, told apart by their ids, and what is left to ask of those who are
 * meant; their days as well, to which orders lead. `placed`: where each of the others stands in the order, by its
 * columns, as an index tells of most; then it is counted how many of them come before a page.
 */
export type Among = {
  ids: RawBuilder<unknown>
  left: MatchFilters
  others?: boolean
  placed?: RawBuilder<unknown> | undefined
}

/** So many are told apart from the others by their ids alone: some hundred megabytes. */
export const APART_MAX = 1_000_000

/** So many are read; where there are more others after all nobody is meant, and the order is walked. */
const READ_MAX = APART_MAX + 100_000

/** All that a place finds. */
export const allOf = ({ parts }: { parts: readonly Sought[] }): Among => {
  const found = parts.map((part) => sql`SELECT id FROM (${queryOf(part)}) AS each`)
  return { ids: sql.join(found, sql` UNION ALL `), left: UNFILTERED }
}

/**
 * They as a table of a statement, where there are any. By way of an array, of which the planner expects ten: of more
 * than it takes to fit into `work_mem` it makes no table of hashes, and reads all of them for each row.
 */
export const amongOf = (among: Among | undefined) => {
  if (!among || among.placed) return []
  const ids = sql`SELECT id FROM (${among.ids}) AS each LIMIT ${among.others ? sql.lit(READ_MAX) : sql`ALL`}`
  return [
    sql`among AS MATERIALIZED (SELECT unnest(ARRAY(${ids})) AS id)`,
    // Once, wherever it is asked.
    ...(among.others ? [sql`so_many AS MATERIALIZED (SELECT count(*) AS n FROM among)`] : []),
  ]
}

/** On documents while an order of these is walked. */
export const documentIsAmong = (by: By, among: Among) =>
  sql<SqlBool>`${isAmong('id', among)} AND ${conditionOf(by, among.left)}`

/** The same on rows of `document_orders`. */
export const orderIsAmong = (by: By, among: Among) => {
  const { kept, rest } = splitKept(among.left)
  return sql<SqlBool>`${isAmong('document_id', among)} AND ${keptCondition(by, kept)}
    AND ${isDocument(by, rest, 'document_orders')}`
}

/** No join: they are looked up while the order is walked. */
const isAmong = (id: 'id' | 'document_id', { others = false }: Among) => {
  const is_there = sql`(${sql.ref(id)} IN (SELECT id FROM among))`
  return others
    ? sql<SqlBool>`${is_there} IS NOT TRUE AND (SELECT n FROM so_many) < ${sql.lit(READ_MAX)}`
    : sql<SqlBool>`${is_there} IS TRUE`
}
