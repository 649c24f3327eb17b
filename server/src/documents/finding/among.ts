import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isDocument, keptCondition, splitKept } from './kept.ts'
import { type By, conditionOf, type MatchFilters, UNFILTERED } from './matching.ts'

/**
 * Those who may be meant, told apart from all others by their ids, and what is left to ask of them; their days as well,
 * to which orders lead.
 */
export type Among = { ids: RawBuilder<unknown>; left: MatchFilters }

/** All that a place finds. */
export const allOf = ({ parts }: { parts: readonly RawBuilder<unknown>[] }): Among => {
  const found = parts.map((part) => sql`SELECT id FROM (${part}) AS each`)
  return { ids: sql.join(found, sql` UNION ALL `), left: UNFILTERED }
}

/** They as a table of a statement, where there are any. */
export const amongOf = (among: Among | undefined) =>
  among ? [sql`among AS MATERIALIZED (${among.ids})`] : []

/** On documents while an order of these is walked. */
export const documentIsAmong = (by: By, { left }: Among) =>
  sql<SqlBool>`${isAmong('id')} AND ${conditionOf(by, left)}`

/** The same on rows of `document_orders`. */
export const orderIsAmong = (by: By, { left }: Among) => {
  const { kept, rest } = splitKept(left)
  return sql<SqlBool>`${isAmong('document_id')} AND ${keptCondition(by, kept)}
    AND ${isDocument(by, rest, 'document_orders')}`
}

/** No join: they are looked up while the order is walked. */
const isAmong = (id: 'id' | 'document_id') => sql<SqlBool>`(${sql.ref(id)} IN (SELECT id FROM among)) IS TRUE`
