import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Who is meant: those who are known by these ids, and whoever stands in a log by this name, in small letters. */
export type Named = { ids: readonly string[]; name: string }

/**
 * The people whom a text names: by id, by a part of username, name or e-mail address as they are today, or by the whole
 * name or address under which a log has them.
 */
export const findPeople = (db: Db, named: string): Promise<Named> => find(db, named, people(named))

/** The same with the keys of that name, since they act too. */
export const findActors = (db: Db, named: string): Promise<Named> =>
  find(
    db,
    named,
    sql`${people(named)} UNION ALL
      SELECT id FROM api_keys WHERE id::text = lower(${named}) OR strpos(lower(name), lower(${named})) > 0`,
  )

const people = (named: string) => sql`
  SELECT id FROM users WHERE id::text = lower(${named}) OR strpos(lower(username), lower(${named})) > 0
    OR strpos(lower(email), lower(${named})) > 0
    OR strpos(lower(first_name || ' ' || last_name), lower(${named})) > 0`

const find = async (db: Db, named: string, query: ReturnType<typeof people>): Promise<Named> => {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return { ids: rows.map(({ id }) => id), name: named.toLowerCase() }
}
