import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** The ids of the people whom a text names: by id, or by a part of username, name or e-mail address. */
export const findPeople = async (db: Db, named: string): Promise<string[]> => ids(db, people(named))

/** The same with the keys of that name, since they act too. */
export const findActors = async (db: Db, named: string): Promise<string[]> =>
  ids(
    db,
    sql`${people(named)} UNION ALL
      SELECT id FROM api_keys WHERE id::text = lower(${named}) OR strpos(lower(name), lower(${named})) > 0`,
  )

const people = (named: string) => sql`
  SELECT id FROM users WHERE id::text = lower(${named}) OR strpos(lower(username), lower(${named})) > 0
    OR strpos(lower(email), lower(${named})) > 0
    OR strpos(lower(first_name || ' ' || last_name), lower(${named})) > 0`

const ids = async (db: Db, query: ReturnType<typeof people>) => {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return rows.map(({ id }) => id)
}
