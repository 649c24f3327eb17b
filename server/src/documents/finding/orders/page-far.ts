import { type RawBuilder, sql } from 'kysely'
import { type By, inDepartments, inStoresOf } from '../matching.ts'
import { idOf } from './bounds.ts'
import { beforeOf, type Extent, isFar, offOf, sampleOf } from './far.ts'
import { isKept, orderOf, pageByColumn } from './page-by-column.ts'
import { pageBySubmission, submissionsOf } from './page-by-submission.ts'
import { type Between, orderBy, type PageWanted, positionOf } from './pages.ts'

/**
 * The ids of a page that lies far from the ends of an order of such an extent, where a sample tells where that is.
 * Undefined where it does not, or told it wrongly, and the order is to be walked.
 */
export const pageFarIn = async (
  by: By,
  given: PageWanted,
  column: string,
  extent: Extent,
): Promise<string[] | undefined> => {
  if (!isFar(inDepartments(by.caller, given.filters), given, extent)) return undefined
  const between = await betweenOf(by, given, column, extent)
  if (!between.before && !between.after) return undefined
  const bounded = { ...given, between }
  const page = isKept(column) ? pageByColumn(by, bounded, column) : pageBySubmission(by, bounded)
  const ids = await listOf(by, page)
  return ids.length === given.page_size ? ids : undefined
}

/**
 * Between which documents it lies of those with the lowest ids, which are drawn at random: always the same, and so in
 * memory. Each is judged by itself, whatever is told apart; by submission it is two that were submitted.
 */
const betweenOf = async (by: By, given: PageWanted, column: string, extent: Extent): Promise<Between> => {
  const scope = { ...by, ...inDepartments(by.caller, given.filters) }
  const judged = { ...given, among: undefined }
  const order = isKept(column) ? orderOf(by, judged, column) : submissionsOf(by, judged)
  const [sorted = '', ...others] = order.columns
  const { direction, nulls } = positionOf(given)
  const table = sql.table(order.table)
  const sample = await listOf<string | null>(
    by,
    sql`(SELECT CASE WHEN ${sql.ref(sorted)} IS NOT NULL THEN ${idOf(order)} END
      FROM (SELECT * FROM ${table} ORDER BY ${idOf(order)} LIMIT ${sampleOf(scope, given, extent)}) AS ${table}
      WHERE ${inStoresOf(scope)} AND ${order.matches}
      ORDER BY ${sql.ref(sorted)} ${sql.raw(direction)} ${nulls}, ${orderBy(others, direction)})`,
  )
  const matched = sample.length
  const rankOf = (rows: number, off: -1 | 1) => {
    const share = Math.min(1, Math.max(0, rows / extent.matching))
    return matched * share + off * offOf(matched, share)
  }
  const before = beforeOf(given, extent)
  return {
    before: sample[Math.floor(rankOf(before, -1)) - 1] ?? null,
    after: sample[Math.ceil(rankOf(before + given.page_size, 1)) - 1] ?? null,
  }
}

const listOf = async <T = string>({ db }: By, query: RawBuilder<unknown>): Promise<T[]> => {
  const { rows } = await sql<{ ids: T[] }>`SELECT ARRAY${query} AS ids`.execute(db)
  return rows[0]?.ids ?? []
}
