import { offsetOf } from '../../platform/lists/paging.ts'
import { type Found, findIn } from './find-in.ts'
import { type By, hasText, inDepartments, isCounted } from './matching.ts'
import { FOUND_MAX, type PageWanted } from './pages.ts'
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

/** A sample misses what is of one time, and to find all of that is much more work; to find the first of few is not. */
const MISJUDGED = 2

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

/**
 * Found in the order of the list, or all of them, or until there are more than are counted, and then the order is to be
 * walked: whatever is least work.
 */
const pageOfText = async (seeking: Seeking, page: PageWanted, { places, us_walk }: ToFind) => {
  const least = leastOf(seeking, places)
  const likely = seeking.told.counted * seeking.told.share
  const us_counted = Math.min(likely, FOUND_MAX) * US_FOUND
  const us_walked = usOf(seeking, least) + us_counted + us_walk
  const us_all = least.us_first + least.candidates * least.us_each + likely * US_FOUND
  const in_order = inOrderOf(seeking, page)
  const us_in_order = in_order ? usOf(seeking, in_order) + us_counted : Infinity
  if (in_order && us_in_order < Math.min(us_all * MISJUDGED, us_walked)) {
    return findIn(in_order, seeking, page, { first_come: true })
  }
  if (least.candidates <= AMONG_MAX && us_all < us_walked) {
    return findIn(least, seeking, page, { limit: AMONG_MAX })
  }
  if (likely > FOUND_MAX) {
    // Most likely they are only counted: what they will be sorted by may stay unread.
    const by_date = { ...seeking, column: 'invoice_date' }
    const many = await findIn(leastOf(by_date, placesOf(by_date)), seeking, page)
    if (many && many.n > FOUND_MAX) return many
  }
  return findIn(least, seeking, page)
}

/** Where a page by date is found in its order. */
const inOrderOf = (seeking: Seeking, page: PageWanted): Place | undefined => {
  if (seeking.column !== 'invoice_date' || offsetOf(page) + page.page_size > FOUND_MAX) return undefined
  return placesOf({ ...seeking, by_date: page.sort_order }).find(({ in_order }) => in_order)
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
