import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { PARTIES } from './parties.ts'

/** Longer than any transaction that saw such a party as known, and wrote a document of it. */
const APART_HOURS = 12

/** Parties of one statement: a fraction of a second. */
const PARTIES_AT_ONCE = 1_000

/**
 * Throws away the buyers and agents that no document has any longer, in two nights: the first marks them, so that
 * whoever makes a document of one writes it down anew, and the second, when nobody can still rely on the old row, takes
 * them out. In the order of their ids, so many at once.
 */
export const forgetParties = async (
  { db, now }: { db: Db; now: Date },
  at_once = PARTIES_AT_ONCE,
): Promise<void> => {
  for (const party of PARTIES) {
    for (let after = '0'; ; ) {
      const to = await endOfSlice(db, party, { after, at_once })
      if (to === null) break
      await forgetSome(db, party, { now, slice: sql`id > ${after}::bigint AND id <= ${to}::bigint` })
      after = to
    }
  }
}

type Party = (typeof PARTIES)[number]

/** The last id of the next so many; null where there are none. */
const endOfSlice = async (
  db: Db,
  { table }: Party,
  { after, at_once }: { after: string; at_once: number },
) => {
  const { rows } = await sql<{ to: string | null }>`SELECT max(id)::text AS to FROM (
    SELECT id FROM ${sql.table(table)} WHERE id > ${after}::bigint ORDER BY id LIMIT ${at_once}) AS slice`.execute(
    db,
  )
  return rows[0]?.to ?? null
}

type Some = { now: Date; slice: RawBuilder<unknown> }

const forgetSome = async (db: Db, { table: name, found_by }: Party, { now, slice }: Some) => {
  const table = sql.table(name)
  const same = found_by.map((column) => sql`o.${sql.ref(column)} = ${table}.${sql.ref(column)}`)
  const gone = sql`NOT EXISTS (SELECT FROM document_orders AS o WHERE ${sql.join(same, sql` AND `)})`
  await sql`UPDATE ${table} SET left_at = NULL WHERE ${slice} AND left_at IS NOT NULL AND NOT (${gone})`.execute(
    db,
  )
  await sql`DELETE FROM ${table} WHERE ${slice}
    AND left_at < ${now}::timestamptz - ${APART_HOURS} * interval '1 hour' AND ${gone}`.execute(db)
  await sql`UPDATE ${table} SET left_at = ${now} WHERE ${slice} AND left_at IS NULL AND ${gone}`.execute(db)
}
