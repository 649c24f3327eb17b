import { type RawBuilder, sql } from 'kysely'
import { furtherBack, type Place } from '../platform/lists/read-log.ts'

export type Stretch = {
  /** The first instant, and the one that no longer counts. */
  since: Date | undefined
  until: Date | undefined
  after: Place | undefined
  limit: number
}

/** Of so many parts each one's end is read by itself, planned for it alone; of more the log is read through. */
export const PARTS_MAX = 50

type Log = Stretch & {
  /** A table, or what is read like one, with the columns `at` and `nr`; conditions call it `r`. */
  from: RawBuilder<unknown>
  /** What every row must be. */
  where: readonly RawBuilder<boolean>[]
  /**
   * The parts that are read, each with an index that ends in (at desc, nr desc). A row may be in several: what left out
   * those of another part would walk all rows of whoever still bears a name.
   */
  parts: readonly RawBuilder<boolean>[]
}

/** The newest rows of a log, at most `limit`: of each part that many at most are read. */
export const stretchOf = ({ parts, ...log }: Log): RawBuilder<unknown> => {
  const [first = sql<boolean>`FALSE`, ...more] = parts
  if (more.length === 0) return read(log, first)
  const ends = parts.map((part) => sql`(${read(log, part)})`)
  return sql`
    SELECT DISTINCT ON (at, nr) * FROM (${sql.join(ends, sql` UNION ALL `)}) ends
    ORDER BY at DESC, nr DESC LIMIT ${log.limit}`
}

const read = (
  { from, where, since, until, after, limit }: Omit<Log, 'parts'>,
  part: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  SELECT r.* FROM ${from} r
  WHERE ${part} AND ${where.length > 0 ? sql.join([...where], sql` AND `) : sql`TRUE`}
    AND ${furtherBack('r', after)}
    AND ${since ? sql`r.at >= ${since}` : sql`TRUE`} AND ${until ? sql`r.at < ${until}` : sql`TRUE`}
  ORDER BY r.at DESC, r.nr DESC LIMIT ${limit}`
