import { sql } from 'kysely'
import { offsetOf } from '../../platform/lists/paging.ts'
import { type By, hasText, inDepartments, isCounted } from './matching.ts'
import { BY_DATE, FOUND_MAX, orderBy, type PageWanted } from './pages.ts'
import type { Place, Seeking } from './place.ts'
import { placesOf } from './places.ts'
import { toldOf } from './told.ts'
import { walkOf } from './walk.ts'

/** So many are told apart from the others by their ids alone, or sorted as a whole: a few megabytes. */
const AMONG_MAX = 200_000

/** µs to put an id into a table of those that are told apart, and to pass over a row of an order by that. */
const US_ID = 0.5
const US_PASSED = 0.15
/** µs to put together and sort one that is found. */
const US_FOUND = 0.7

/** How many there are, or more than are counted; the ids of one page, unless its order is to be walked. */
export type Found = { n: number; ids?: string[] } & Pick<PageWanted, 'among' | 'along'>

/**
 * One page of what filters leave that leave few, sorted by any column: found first, wherever that is the least work.
 * Undefined where nothing is found, and the order itself is to be walked.
 */
export const pageOfFew = async (by: By, given: PageWanted, column: string): Promise<Found | undefined> => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const scope = { ...by, caller }
  const seeking = { ...scope, filters, column, told: await toldOf(scope, filters) }
  const places = placesOf(seeking)
  const to_walk = walkOf(seeking, given)
  if (hasText(filters)) {
    const found = await pageOfText(seeking, given, { places, us_walk: to_walk.us })
    return found && { ...found, along: to_walk.along }
  }
  const [told_apart] = places
    .filter(({ among, candidates }) => among && candidates <= AMONG_MAX)
    .toSorted((a, b) => a.candidates - b.candidates)
  const us_apart = told_apart ? told_apart.candidates * US_ID + to_walk.rows * US_PASSED : Infinity
  if (isCounted(filters) && seeking.told.counted <= FOUND_MAX) {
    const least = leastOf(seeking, places)
    if (usOf(seeking, least) <= Math.min(to_walk.us, us_apart)) return findIn(least, seeking, given)
  }
  return told_apart && us_apart < to_walk.us ? { n: Infinity, among: told_apart.among } : undefined
}

type ToFind = { places: readonly Place[]; us_walk: number }

/** Found until there are more than are counted, or, if that is less work than to walk the order then, all of them. */
const pageOfText = async (seeking: Seeking, page: PageWanted, { places, us_walk }: ToFind) => {
  const least = leastOf(seeking, places)
  const { counted, share } = seeking.told
  const us_all = least.us_first + least.candidates * least.us_each + counted * share * US_FOUND
  if (least.candidates <= AMONG_MAX && us_all < usOf(seeking, least) + FOUND_MAX * US_FOUND + us_walk) {
    return findIn(least, seeking, page, AMONG_MAX)
  }
  if (counted * share > FOUND_MAX) {
    // Most likely they are only counted: what they will be sorted by may stay unread.
    const by_date = { ...seeking, column: 'invoice_date' }
    const many = await findIn(leastOf(by_date, placesOf(by_date)), seeking, page)
    if (many && many.n > FOUND_MAX) return many
  }
  return findIn(least, seeking, page)
}

/** Where the least work is. */
const leastOf = (seeking: Seeking, places: readonly Place[]): Place => {
  const [least] = places.toSorted((a, b) => usOf(seeking, a) - usOf(seeking, b))
  if (!least) throw new Error('What has no text can be looked for by its state.')
  return least
}

/** The µs to look there until all, or more than are counted, are found: these are spread evenly, as far as is known. */
const usOf = ({ told: { counted, share } }: Seeking, { candidates, us_first, us_each }: Place) =>
  us_first + candidates * us_each * Math.min(1, FOUND_MAX / Math.max(counted * share, 1))

const findIn = async (
  { parts }: Place,
  { db }: By,
  page: PageWanted,
  limit = FOUND_MAX,
): Promise<Found | undefined> => {
  const enough = sql.lit(limit + 1)
  // Where one part has more than may be found, the next is not looked at; what is found in two parts is one.
  const tables = parts.map((part, i) => {
    const before = parts.slice(0, i).map((_, n) => sql`(SELECT count(*) FROM ${partNo(n)}) < ${enough}`)
    return sql`${partNo(i)} AS MATERIALIZED (SELECT * FROM (${part}) AS each
      WHERE ${sql.join([sql`TRUE`, ...before], sql` AND `)} LIMIT ${enough})`
  })
  const all_parts = sql.join(
    parts.map((_, i) => sql`SELECT * FROM ${partNo(i)}`),
    sql` UNION `,
  )
  const [found, ...merged] =
    parts.length === 1
      ? [partNo(0)]
      : [sql`found`, sql`found AS MATERIALIZED (SELECT * FROM (${all_parts}) AS each LIMIT ${enough})`]
  const { rows } = await sql<{ n: number; ids: string[] }>`
    WITH ${sql.join([...tables, ...merged])}, counted AS MATERIALIZED (SELECT count(*)::int AS n FROM ${found})
    SELECT n, ARRAY(SELECT id FROM ${found} WHERE n < ${enough}
      ORDER BY sorted ${sql.raw(page.sort_order)} NULLS LAST, ${orderBy(BY_DATE, page.sort_order)}
      LIMIT ${page.page_size} OFFSET ${offsetOf(page)}) AS ids
    FROM counted`.execute(db)
  const [all] = rows
  return all && all.n > limit ? { n: all.n } : all
}

const partNo = (n: number) => sql.table(`part_${n}`)
