import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * What a room throws away: rows of a table of its own whose `column`, an instant, lies more than `kept_ms` back. An
 * index must begin with that column. `rows_max`: so many at a time, where others go with each.
 */
export type Retention = Readonly<{ table: string; column: string; kept_ms: number; rows_max?: number }>

/** Deletes the oldest rows that are due, at most so many; answers how many. Rows that somebody holds wait for later. */
export const deleteDue = async (
  tx: Tx,
  { table, column, kept_ms }: Retention,
  { now, rows_max }: { now: Date; rows_max: number },
): Promise<number> => {
  const before = new Date(now.getTime() - kept_ms)
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before}
      ORDER BY ${sql.ref(column)} LIMIT ${rows_max} FOR UPDATE SKIP LOCKED))`.execute(tx)
  return Number(numAffectedRows)
}
