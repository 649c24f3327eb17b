import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { furtherBack, type Place } from '../platform/lists/read-log.ts'

export type SignInRow = Place & {
  id: string
  ip: string
  user_id: string
  username: string
  access_type: string
}

export type Wanted = {
  /** The first instant, and the one that no longer counts. */
  since: Date | undefined
  until: Date | undefined
  /** Whose; undefined: everybody's. */
  people: readonly string[] | undefined
  /** Of those who were this then; undefined: whatever they were. */
  access_type: string | undefined
  after: Place | undefined
  limit: number
}

/** Of so few people each one's end is read by itself, planned for that person; of more the log is read through. */
const PEOPLE_MAX = 50

/**
 * Sign-ins that succeeded, newest first, with the names of today and the types of then. Reads the table of users.
 */
export const selectSignIns = (wanted: Wanted) => sql<SignInRow>`
  SELECT s.id, s.nr, s.at, s.ip, s.user_id, u.username, s.access_type
  FROM (${stretch(wanted)}) s JOIN users u ON u.id = s.user_id
  ORDER BY s.at DESC, s.nr DESC`

const stretch = ({ people, ...wanted }: Wanted): RawBuilder<unknown> => {
  if (!people) return read(wanted, sql`TRUE`)
  if (people.length === 0 || people.length > PEOPLE_MAX) {
    return read(wanted, sql`r.user_id = ANY(${[...people]}::uuid[])`)
  }
  const ends = people.map((id) => sql`(${read(wanted, sql`r.user_id = ${id}::uuid`)})`)
  return sql`
    SELECT * FROM (${sql.join(ends, sql` UNION ALL `)}) ends
    ORDER BY at DESC, nr DESC LIMIT ${wanted.limit}`
}

const read = (
  { since, until, access_type, after, limit }: Omit<Wanted, 'people'>,
  whose: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT r.id, r.nr, r.at, r.ip, r.user_id, r.access_type FROM login_records r
  WHERE r.outcome = 'succeeded' AND ${whose} AND ${furtherBack('r', after)}
    AND ${access_type ? sql`r.access_type = ${access_type}` : sql`TRUE`}
    AND ${since ? sql`r.at >= ${since}` : sql`TRUE`} AND ${until ? sql`r.at < ${until}` : sql`TRUE`}
  ORDER BY r.at DESC, r.nr DESC LIMIT ${limit}`

/** Whom to find; empty or undefined: whoever it is. */
type People = { named: string | undefined; branch: string | undefined }

/** The ids of those whose id, username or e-mail address the text names, and of a department by its code. */
export const findPeople = async (db: Db, { named, branch }: People): Promise<string[]> => {
  // Made small by the database on both sides: JavaScript has another word for İ and for a final Σ.
  const name = sql`lower(${named})`
  const conditions = [
    ...(named
      ? [
          sql`(id::text = ${name} OR strpos(lower(username), ${name}) > 0 OR strpos(lower(email), ${name}) > 0)`,
        ]
      : []),
    ...(branch
      ? [
          sql`EXISTS (SELECT FROM user_store_codes JOIN store_codes ON store_codes.id = store_code_id
      WHERE user_id = users.id AND lower(code) = lower(${branch}))`,
        ]
      : []),
  ]
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE ${sql.join([sql`TRUE`, ...conditions], sql` AND `)}`.execute(db)
  return rows.map(({ id }) => id)
}
