import { type RawBuilder, sql } from 'kysely'

/** A query, or one that leaves out what is in a table with their `id`: that which the query before it found. */
export type Sought = RawBuilder<unknown> | ((found: RawBuilder<unknown>) => RawBuilder<unknown>)

const NOTHING = sql`(SELECT NULL::uuid AS id WHERE FALSE) AS nothing`

/** The query where the one before it found so much: nothing, where none was asked before it. */
export const queryOf = (sought: Sought, found: RawBuilder<unknown> = NOTHING) =>
  typeof sought === 'function' ? sought(found) : sought
