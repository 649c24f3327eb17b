import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { PARTIES } from './parties.ts'

/** Longer than any transaction that saw such a party as known, and wrote a document of it. */
const APART_HOURS = 12

/**
 * Throws away the buyers and agents that no document has any longer, in two nights: the first marks them, so that
 * whoever makes a document of one writes it down anew, and the second, when nobody can still rely on the old row, takes
 * them out.
 */
export const forgetParties = async ({ db, now }: { db: Db; now: Date }): Promise<void> => {
  for (const { table: name, found_by } of PARTIES) {
    const table = sql.table(name)
    const same = found_by.map((column) => sql`o.${sql.ref(column)} = ${table}.${sql.ref(column)}`)
    const gone = sql`NOT EXISTS (SELECT FROM document_orders AS o WHERE ${sql.join(same, sql` AND `)})`
    await sql`UPDATE ${table} SET left_at = NULL WHERE left_at IS NOT NULL AND NOT (${gone})`.execute(db)
    await sql`DELETE FROM ${table}
      WHERE left_at < ${now}::timestamptz - ${APART_HOURS} * interval '1 hour' AND ${gone}`.execute(db)
    await sql`UPDATE ${table} SET left_at = ${now} WHERE left_at IS NULL AND ${gone}`.execute(db)
  }
}
