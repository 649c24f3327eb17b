import { type Among, allOf } from './among.ts'
import { splitKept } from './kept.ts'
import { leastOf, likelyOf, usOfAll } from './least.ts'
import { isUnfiltered, ofAnyDay } from './matching.ts'
import { CHANGING_COLUMNS, type Place, type Seeking, US, usOfRest } from './place.ts'
import { placesOf } from './places.ts'

/** So many are told apart from the others by their ids alone, or sorted as a whole: a few megabytes. */
export const AMONG_MAX = 200_000

/** µs to put an id into a table of those that are told apart, and to pass over a row of an order by that. */
const US_ID = 0.7
const US_PASSED = 0.15

/** Whom to tell apart from others while an order is walked, if anybody, and the µs for all of it. */
type Apart = { us: number; among?: Among }

/** Those of a state or a type, where an order is walked past so many rows. */
export const apartOf = ({ told }: Seeking, places: readonly Place[], passed: number): Apart => {
  const [few] = places
    .flatMap(({ among, candidates }) => (among && candidates <= AMONG_MAX ? [{ among, candidates }] : []))
    .toSorted((a, b) => a.candidates - b.candidates)
  if (!few) return { us: Infinity }
  const { kept, rest } = splitKept(few.among.left)
  // Days are in the index of each order.
  const us_left = (isUnfiltered(ofAnyDay(kept)) ? 0 : US.order) + usOfRest(rest)
  const asked = (passed * few.candidates) / Math.max(told.everything, 1)
  return { us: few.candidates * US_ID + passed * US_PASSED + asked * us_left, among: few.among }
}

/** Those with a text, where beside the documents it is told which they are, but not what they are sorted by. */
export const apartByText = (seeking: Seeking, passed: number): Apart => {
  const likely = likelyOf(seeking)
  if (!CHANGING_COLUMNS.includes(seeking.column) || likely > AMONG_MAX) return { us: Infinity }
  const by_date = { ...seeking, column: 'invoice_date' }
  const least = leastOf(by_date, placesOf(by_date))
  return { us: usOfAll(least) + likely * US_ID + passed * US_PASSED, among: allOf(least) }
}
