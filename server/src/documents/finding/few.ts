import { countIn, findIn } from './find-in.ts'
import { leastOf, likelyOf } from './least.ts'
import { type By, inDepartments, type MatchFilters } from './matching.ts'
import { FOUND_MAX } from './orders/pages.ts'
import type { Seeking } from './places/place.ts'
import { placesOf } from './places/places.ts'
import { toldOf } from './told.ts'

/** What is to be found and what is told of it, by date, which most indexes have. */
export const seekingByDate = async (by: By, given: MatchFilters): Promise<Seeking> => {
  const scope = { ...by, ...inDepartments(by.caller, given) }
  return { ...scope, column: 'invoice_date', told: await toldOf(scope, scope.filters) }
}

/** All that is found where that is the least work, the newest first; without ids, and without end, beyond the limit. */
export const findUpTo = async (seeking: Seeking, limit: number): Promise<{ n: number; ids?: string[] }> => {
  const none = { n: 0, ids: [] }
  if (seeking.told.counted === 0) return none
  const place = leastOf(seeking, placesOf(seeking), limit)
  const page = { filters: seeking.filters, offset: 0, page_size: limit, sort_order: 'desc' as const }
  return (await findIn(place, seeking, page, { limit })) ?? none
}

/** How many documents with a text there are, however many: found where that is the least work. */
export const countFound = async (by: By, filters: MatchFilters): Promise<number> => {
  const seeking = await seekingByDate(by, filters)
  return seeking.told.counted === 0 ? 0 : countIn(leastOf(seeking, placesOf(seeking), Infinity), seeking)
}

/** The ids of all that is found where that is few, the newest first; undefined where it is more than are counted. */
export const idsOfFew = async (seeking: Seeking): Promise<string[] | undefined> =>
  likelyOf(seeking) <= FOUND_MAX ? (await findUpTo(seeking, FOUND_MAX)).ids : undefined
