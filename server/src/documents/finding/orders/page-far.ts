import { sql } from 'kysely'
import { type By, inDepartments, inStoresOf } from '../matching.ts'
import { idOf } from './bounds.ts'
import { isKept, orderOf, pageByColumn } from './page-by-column.ts'
import { pageBySubmission, submissionsOf } from './page-by-submission.ts'
import { type Between, beforeOf, isFar, orderBy, type PageWanted, positionOf } from './pages.ts'

/** So many documents with the lowest ids, which are drawn at random: always the same, and so in memory. */
const SAMPLE_ROWS = 4_000

/** Of fewer that match nothing is told; so many times as far off as such a sample usually is, it hardly ever is. */
const MATCHED_MIN = 100
const OFF = 3

/**
 * The ids of a page that lies far from the ends of an order of about `n`, where a sample tells where that is. Undefined
 * where it does not, or told it wrongly, and the order is to be walked.
 */
export const pageFarIn = async (
  by: By,
  given: PageWanted,
  column: string,
  n: number,
): Promise<string[] | undefined> => {
  if (!isFar(inDepartments(by.caller, given.filters), given, n)) return undefined
  const between = await betweenOf(by, given, column, n)
  if (!between?.before && !between?.after) return undefined
  const bounded = { ...given, between }
  const page = isKept(column) ? pageByColumn(by, bounded, column) : pageBySubmission(by, bounded)
  const { rows } = await sql<{ ids: string[] }>`SELECT ARRAY${page} AS ids`.execute(by.db)
  const ids = rows[0]?.ids ?? []
  return ids.length === given.page_size ? ids : undefined
}

/**
 * Between which documents of the sample it lies, of those that were submitted where that is the order: few enough to be
 * judged one by one, whatever is told apart.
 */
const betweenOf = async (by: By, given: PageWanted, column: string, n: number) => {
  const judged = { ...given, among: undefined }
  const order = isKept(column) ? orderOf(by, judged, column) : submissionsOf(by, judged)
  const [sorted = '', ...others] = order.columns
  const { direction, nulls } = positionOf(given)
  const before = beforeOf(given, n)
  const rankOf = (rows: number, off: -1 | 1) => {
    const share = sql`${Math.min(1, Math.max(0, rows / n))}::float8`
    return sql`matched * ${share} + ${off * OFF}::float8 * (1 + sqrt(matched * ${share} * (1 - ${share})))`
  }
  const table = sql.table(order.table)
  const { rows } = await sql<Between & { matched: number }>`
    WITH matching AS MATERIALIZED (SELECT ${idOf(order)} AS id, ${sql.ref(sorted)} IS NOT NULL AS is_bound,
        row_number() OVER (
          ORDER BY ${sql.ref(sorted)} ${sql.raw(direction)} ${nulls}, ${orderBy(others, direction)}) AS nr
      FROM (SELECT * FROM ${table} ORDER BY ${idOf(order)} LIMIT ${SAMPLE_ROWS}) AS ${table}
      WHERE ${inStoresOf(inDepartments(by.caller, given.filters))} AND ${order.matches}),
    told AS MATERIALIZED (SELECT count(*)::float8 AS matched FROM matching)
    SELECT matched, (SELECT id FROM matching WHERE is_bound AND nr = floor(${rankOf(before, -1)})) AS before,
      (SELECT id FROM matching WHERE is_bound AND nr = ceil(${rankOf(before + given.page_size, 1)})) AS after
    FROM told`.execute(by.db)
  const [told] = rows
  return told && told.matched >= MATCHED_MIN ? told : undefined
}
