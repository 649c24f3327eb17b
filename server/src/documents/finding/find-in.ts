import { type RawBuilder, sql } from 'kysely'
import type { By } from './matching.ts'
import type { Extent } from './orders/far.ts'
import { BY_DATE, FOUND_MAX, orderBy, type PageWanted } from './orders/pages.ts'
import type { Place } from './places/place.ts'
import { queryOf } from './sought.ts'

/**
 * How many there are, without end if not counted, and then the likely extent; the ids of one page, unless its order is
 * to be walked.
 */
export type Found = { n: number; ids?: string[]; extent?: Extent } & Pick<PageWanted, 'among' | 'along'>

type Limits = { limit?: number; first_come?: boolean }

/**
 * One page of all that is found in a place, unless there is more than the limit. Of a place that finds in the order of
 * the list, `first_come`, it is told either way, as long as it lies within the limit.
 */
export const findIn = async (
  { parts }: Pick<Place, 'parts'>,
  { db }: By,
  page: PageWanted,
  { limit = FOUND_MAX, first_come = false }: Limits = {},
): Promise<Found | undefined> => {
  const enough = sql.lit(limit + 1)
  const by_date = orderBy(BY_DATE, page.sort_order)
  // Where one part has more than may be found, the next is not looked at, unless it may have what comes first; what is
  // found in two parts is one.
  const tables = parts.map((part, i) => {
    const before = first_come ? [] : parts.slice(0, i)
    const few = before.map((_, n) => sql`(SELECT count(*) FROM ${partNo(n)}) < ${enough}`)
    const query = queryOf(part, i > 0 ? partNo(i - 1) : undefined)
    return sql`${partNo(i)} AS MATERIALIZED (SELECT * FROM (${query}) AS each
      WHERE ${sql.join([sql`TRUE`, ...few], sql` AND `)} LIMIT ${enough})`
  })
  const all_parts = sql.join(
    parts.map((_, i) => sql`SELECT * FROM ${partNo(i)}`),
    sql` UNION `,
  )
  const first = first_come ? sql`ORDER BY ${by_date}` : sql``
  const [found, ...merged] =
    parts.length === 1
      ? [partNo(0)]
      : [
          sql`found`,
          sql`found AS MATERIALIZED (SELECT * FROM (${all_parts}) AS each ${first} LIMIT ${enough})`,
        ]
  const is_page = first_come ? sql`TRUE` : sql`n < ${enough}`
  const { rows } = await sql<{ n: number; ids: string[] }>`
    WITH ${sql.join([...tables, ...merged])}, counted AS MATERIALIZED (SELECT count(*)::int AS n FROM ${found})
    SELECT n, ARRAY(SELECT id FROM ${found} WHERE ${is_page}
      ORDER BY sorted ${sql.raw(page.sort_order)} NULLS LAST, ${by_date}
      LIMIT ${page.page_size} OFFSET ${page.offset}) AS ids
    FROM counted`.execute(db)
  const [all] = rows
  if (!all || all.n <= limit) return all
  return { n: Infinity, ...(first_come && { ids: all.ids }) }
}

/** How many are found in a place, however many that is: nothing is sorted. */
export const countIn = async ({ parts }: Pick<Place, 'parts'>, { db }: By): Promise<number> => {
  const all = sql.join(
    parts.map((part) => sql`SELECT id FROM (${queryOf(part)}) AS each`),
    sql` UNION `,
  )
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (${all}) AS found`.execute(db)
  return rows[0]?.n ?? 0
}

const partNo = (n: number): RawBuilder<unknown> => sql.table(`part_${n}`)
