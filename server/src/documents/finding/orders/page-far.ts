import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '#domain/time/units.ts'
import { namedStores } from '../../../access/scope.ts'
import { lastAsked } from '../../../platform/db/last-asked.ts'
import { splitKept } from '../kept.ts'
import { type By, inDepartments, inStoresOf } from '../matching.ts'
import { usOfRest } from '../places/place.ts'
import { idOf } from './bounds.ts'
import { beforeOf, type Extent, isFar, offOf, sampleOf } from './far.ts'
import { isKept, orderOf, pageByColumn } from './page-by-column.ts'
import { pageBySubmission, submissionsOf } from './page-by-submission.ts'
import { orderBy, type PageWanted, positionOf } from './pages.ts'

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
  const is_placed = given.among?.placed !== undefined
  if (!is_placed && !isFar(inDepartments(by.caller, given.filters), given, extent)) return undefined
  const pivots = await pivotsOf(by, given, column, extent)
  if (pivots.length === 0) return undefined
  const bounded = { ...given, pivots }
  const page = isKept(column) ? pageByColumn(by, bounded, column) : pageBySubmission(by, bounded)
  const ids = await listOf(by, page)
  return ids.length === given.page_size ? ids : undefined
}

/** µs to enter the index of a department for one of them, and to read and sort a row between two. */
const US_PIVOT = 9
const US_BETWEEN = 0.5
const PIVOTS_MAX = 64

/**
 * About where it lies of the documents with the lowest ids, which are drawn at random: always the same, and so in
 * memory. Each is judged by itself, whatever is told apart; by submission they are submitted ones.
 */
const pivotsOf = async (by: By, given: PageWanted, column: string, extent: Extent): Promise<string[]> => {
  const sample = await sampleIn(by, given, column, extent)
  const rankOf = (rows: number, off: -1 | 1) => {
    const share = Math.min(1, Math.max(0, rows / extent.matching))
    return sample.length * share + off * offOf(sample.length, share)
  }
  const before = beforeOf(given, extent)
  const first = Math.max(0, Math.floor(rankOf(before, -1)) - 1)
  const last = Math.min(sample.length, Math.ceil(rankOf(before + given.page_size, 1)))
  const rows = ((last - first) / sample.length) * extent.everything
  const step = Math.ceil((last - first) / pivotsFor(by, given, rows))
  return sample.slice(first, last).filter((id, at): id is string => id !== null && at % step === 0)
}

/** Of how many it takes least to find a page among so many rows: each is counted to, and what two enclose is read. */
const pivotsFor = (by: By, { filters, among }: PageWanted, rows: number) => {
  const { caller, filters: asked } = inDepartments(by.caller, filters)
  const is_hashed = among !== undefined && !among.placed
  const us_row = US_BETWEEN + (is_hashed ? 0 : usOfRest(splitKept(asked).rest))
  const least = Math.sqrt((rows * us_row) / (caller.stores.length * US_PIVOT))
  return Math.min(PIVOTS_MAX, Math.max(1, Math.round(least)))
}

/** So many lists keep their sample, some 250 kB each, so long: whoever pages on asks for it once. */
const SAMPLES_KEPT = 30
const KEPT_MS = 10 * MINUTE_MS
/** And until a list has so large a share more or fewer: a sample is usually no nearer to what it tells. */
const GROWN = 0.01

const samples = lastAsked<{ ids: (string | null)[]; extent: Extent; read: Date }>(SAMPLES_KEPT)

/**
 * The ids of that sample in the order, without one for what has no place in its index. They may be minutes old, since
 * they only propose: where a pivot stands is looked up with the page, and of one that is gone nothing is told.
 */
const sampleIn = async (by: By, given: PageWanted, column: string, extent: Extent) => {
  const scope = { ...by, ...inDepartments(by.caller, given.filters) }
  const judged = { ...given, among: undefined }
  const order = isKept(column) ? orderOf(by, judged, column) : submissionsOf(by, judged)
  const [sorted = '', ...others] = order.columns
  const { direction, nulls } = positionOf(given)
  // Pages beside each other have the same one.
  const rows = 2 ** Math.ceil(Math.log2(sampleOf(scope, given, extent)))
  const stores = namedStores(scope.caller)
  // Counted from the other end what was never submitted stands at the other one.
  const from_end = given.counted !== undefined
  const key = JSON.stringify([column, direction, from_end, rows, given.filters, stores])
  const known = samples.get(by.db, key)
  if (known && by.now.getTime() - known.read.getTime() < KEPT_MS && isLike(known.extent, extent))
    return known.ids
  const table = sql.table(order.table)
  const ids = await listOf<string | null>(
    by,
    sql`(SELECT CASE WHEN ${sql.ref(sorted)} IS NOT NULL THEN ${idOf(order)} END
      FROM (SELECT * FROM ${table} ORDER BY ${idOf(order)} LIMIT ${rows}) AS ${table}
      WHERE ${inStoresOf(scope)} AND ${order.matches}
      ORDER BY ${sql.ref(sorted)} ${sql.raw(direction)} ${nulls}, ${orderBy(others, direction)})`,
  )
  samples.set(by.db, key, { ids, extent, read: by.now })
  return ids
}

const isLike = (one: Extent, other: Extent) =>
  Math.abs(one.matching - other.matching) <= GROWN * other.matching &&
  Math.abs(one.everything - other.everything) <= GROWN * other.everything

const listOf = async <T = string>({ db }: By, query: RawBuilder<unknown>): Promise<T[]> => {
  const { rows } = await sql<{ ids: T[] }>`SELECT ARRAY${query} AS ids`.execute(db)
  return rows[0]?.ids ?? []
}
