import { sql } from 'kysely'
import { countedDocuments } from '../counting/counted.ts'
import { findUpTo, idsOfFew, seekingByDate } from './few.ts'
import { leastOf, likelyOf, usOf, usOfAll } from './least.ts'
import { type By, conditionOf, daysOf, type MatchFilters, type StatusCount, UNFILTERED } from './matching.ts'
import { type Seeking, US } from './places/place.ts'
import { placesOf } from './places/places.ts'

/**
 * How many documents with a text have each status. They are found where that is the least work, as those of a list are:
 * all at once where they are few, else of each status up to a limit, and without end beyond it.
 */
export const countByStatus = async (by: By, given: MatchFilters, limit: number): Promise<StatusCount[]> => {
  const seeking = await seekingByDate(by, given)
  const by_status = likelyOf(seeking) > limit ? await seekingByStatus(seeking) : undefined
  const few = by_status && isLess(by_status, seeking, limit) ? undefined : await idsOfFew(seeking)
  if (few) return statusesOfIds(seeking, few)
  const counts: StatusCount[] = []
  for (const { status, of_status } of by_status ?? (await seekingByStatus(seeking)))
    counts.push({ status, n: (await findUpTo(of_status, limit)).n })
  return counts
}

/** µs to ask for one status more. */
const US_ASKED = 1_000

/** Whether to find so many of each status is less work than to find all and look up the status of each. */
const isLess = (by_status: readonly { of_status: Seeking }[], seeking: Seeking, limit: number) => {
  const us_each = by_status.map(
    ({ of_status }) => US_ASKED + usOf(of_status, leastOf(of_status, placesOf(of_status), limit), limit),
  )
  const us_all = usOfAll(leastOf(seeking, placesOf(seeking))) + likelyOf(seeking) * US.judged
  return us_each.reduce((sum, us) => sum + us, 0) < us_all
}

const seekingByStatus = async (seeking: Seeking) =>
  (await toldByStatus(seeking)).map(({ status, n, counted }) => {
    const told = { ...seeking.told, of_state: n, of_status: n, counted }
    return { status, of_status: { ...seeking, filters: { ...seeking.filters, status: [status] }, told } }
  })

/** One by one: asked for all at once, the planner would rather read the index by status from end to end. */
const statusesOfIds = async ({ db }: By, ids: readonly string[]) => {
  const { rows } =
    await sql<StatusCount>`SELECT status, count(*)::int AS n FROM unnest(${[...ids]}::uuid[]) AS wanted
    CROSS JOIN LATERAL (SELECT status FROM documents WHERE id = wanted LIMIT 1) AS one GROUP BY 1`.execute(db)
  return rows
}

/** What counters tell of each status: how many documents of the days have it, and of these, all else that they know. */
const toldByStatus = async (seeking: Seeking) => {
  const { invoice_type, document_type, environment } = seeking.filters
  const is_counted = conditionOf(seeking, { ...UNFILTERED, invoice_type, document_type, environment })
  const { rows } = await sql<StatusCount & { counted: number }>`SELECT status, sum(n)::int AS n,
      coalesce(sum(n) FILTER (WHERE ${is_counted}), 0)::int AS counted
    FROM ${countedDocuments(seeking.caller, daysOf(seeking.filters))} AS documents GROUP BY 1`.execute(
    seeking.db,
  )
  return rows
}
