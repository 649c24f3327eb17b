import { apartByText, apartOf } from './apart.ts'
import { type Found, findIn } from './find-in.ts'
import { leastOf, likelyOf, usOf, usOfAll } from './least.ts'
import { type By, hasText, inDepartments, isCounted } from './matching.ts'
import { FOUND_MAX, type PageWanted } from './orders/pages.ts'
import { isOfNumbers, pageOfNumbers } from './page-of-numbers.ts'
import { byQuestion } from './places/by-question.ts'
import type { Place, Seeking } from './places/place.ts'
import { placesOf } from './places/places.ts'
import { toldOf } from './told.ts'
import { type Walk, walkOf } from './walk.ts'

/**
 * What is alike in one way may be alike in others, and lie together at the far end: so much of all is passed over. Most
 * of numbers, which each type has of its own; not of amounts and times of submission, which are of all types.
 */
const CLUSTERED = 0.3
const CLUSTERED_BY = new Map([
  ['invoice_number', 0.6],
  ['total_payable_amount', 0],
  ['submitted_at', 0],
])

/** So many are found and sorted as a whole: a few megabytes. */
const FOUND_WHOLE_MAX = 200_000

/** µs to put together and sort one that is found. */
const US_FOUND = 0.7

/** A sample misses what is of one time, and to find all of that is much more work; to find the first of few is not. */
const MISJUDGED = 2

/**
 * One page of what filters leave that leave few, sorted by any column: found first, wherever that is the least work.
 * Without ids where the order itself is to be walked.
 */
export const pageOfFew = async (by: By, given: PageWanted, column: string): Promise<Found> => {
  const { caller, filters } = inDepartments(by.caller, given.filters)
  const scope = { ...by, caller }
  const seeking = {
    ...scope,
    filters,
    column,
    told: await toldOf(scope, filters, { column, sort_order: given.sort_order }),
  }
  // Counters know all but the texts.
  if (seeking.told.counted === 0) return { n: 0, ids: [] }
  const to_find = { places: placesOf(seeking), to_walk: walkOf(seeking, given) }
  const found = await (hasText(filters) ? pageOfText : pageOfCounted)(seeking, given, to_find)
  const { everything, depth } = seeking.told
  const extent = { matching: likelyOf(seeking), everything, depth }
  return { n: Infinity, ...found, along: to_find.to_walk.along, extent }
}

/** The same of what people are asked about, of which there is little; undefined where it is anything else. */
export const pageOfQuestion = async (by: By, page: PageWanted, column: string) => {
  const { caller, filters } = inDepartments(by.caller, page.filters)
  const scope = { ...by, caller }
  const parts = byQuestion(scope, filters, column)
  return parts && findIn({ parts }, scope, page, { limit: FOUND_WHOLE_MAX })
}

type ToFind = { places: readonly Place[]; to_walk: Walk }

/** All of them found, or told apart while the order is walked, or only walked. */
const pageOfCounted = async (seeking: Seeking, page: PageWanted, { places, to_walk }: ToFind) => {
  const { everything, of_days, counted } = seeking.told
  const clustered = to_walk.is_far || seeking.told.depth ? 0 : (CLUSTERED_BY.get(seeking.column) ?? CLUSTERED)
  const passed = to_walk.rows + clustered * (1 - counted / Math.max(of_days, 1)) * everything
  const us_walk = (to_walk.us * passed) / Math.max(to_walk.rows, 1)
  const apart = apartOf(seeking, places, { ...to_walk, rows: passed })
  if (isCounted(seeking.filters) && counted <= FOUND_WHOLE_MAX) {
    const least = leastOf(seeking, places)
    if (usOfAll(least) + counted * US_FOUND <= Math.min(us_walk, apart.us))
      return findIn(least, seeking, page, { limit: FOUND_WHOLE_MAX })
  }
  return apart.us < us_walk ? { n: Infinity, among: apart.among } : undefined
}

/**
 * Found in the order of the list, or all of them, or until there are more than are counted, and then the order is to be
 * walked: whatever is least work.
 */
const pageOfText = async (seeking: Seeking, page: PageWanted, { places, to_walk }: ToFind) => {
  const least = leastOf(seeking, places)
  const likely = likelyOf(seeking)
  const us_counted = Math.min(likely, FOUND_MAX) * US_FOUND
  const us_all = usOfAll(least) + likely * US_FOUND
  const apart = apartByText(seeking, to_walk.rows)
  // Most likely they are only counted: what they will be sorted by may stay unread.
  const by_date = { ...seeking, column: 'invoice_date' }
  const to_count = likely > FOUND_MAX ? leastOf(by_date, placesOf(by_date)) : least
  const us_walked = usOf(seeking, to_count) + us_counted + Math.min(to_walk.us, apart.us)
  const in_order = inOrderOf(seeking, page)
  const us_in_order = in_order ? usOf(seeking, in_order) + us_counted : Infinity
  if (in_order && us_in_order < Math.min(us_all * MISJUDGED, us_walked)) {
    return findIn(in_order, seeking, page, { first_come: true })
  }
  const of_numbers = likely > FOUND_MAX && isOfNumbers(seeking, page)
  if (!of_numbers && likely <= FOUND_WHOLE_MAX && us_all < us_walked) {
    return findIn(least, seeking, page, { limit: FOUND_WHOLE_MAX })
  }
  if (likely > FOUND_MAX) {
    const many = await findIn(to_count, seeking, page)
    if (many && many.n > FOUND_MAX) {
      const ids = of_numbers ? await pageOfNumbers(seeking, page) : undefined
      return { ...many, ...(ids ? { ids } : apart.us < to_walk.us && { among: apart.among }) }
    }
    if (many && (many.n === 0 || seeking.column === 'invoice_date')) return many
  }
  return findIn(least, seeking, page)
}

/** Where a page by date is found in its order. */
const inOrderOf = (seeking: Seeking, page: PageWanted): Place | undefined => {
  if (seeking.column !== 'invoice_date' || page.offset + page.page_size > FOUND_MAX) return undefined
  return placesOf({ ...seeking, by_date: page.sort_order }).find(({ in_order }) => in_order)
}
