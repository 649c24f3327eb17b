import { type Among, APART_MAX, allOf } from './among.ts'
import { CHANGING_COLUMNS, isInOrders, splitKept } from './kept.ts'
import { leastOf, likelyOf, usOfAll } from './least.ts'
import { type Place, type Seeking, US, usOfRest } from './places/place.ts'
import { placesOf } from './places/places.ts'

/** µs to put an id into a table of those that are told apart, and to pass over a row of an order by that. */
const US_ID = 0.4
const US_PASSED = 0.15

/** Whom to tell apart from others while an order is walked, if anybody, and the µs for all of it. */
type Apart = { us: number; among?: Among }

type Passed = { rows: number; is_far: boolean }

/**
 * Those of a state or a type, where an order is walked past so many rows; or all others, where it surely is so many and
 * not just a page of what most of them are.
 */
export const apartOf = ({ told }: Seeking, places: readonly Place[], { rows, is_far }: Passed): Apart => {
  const ways = places.flatMap(({ among, others, candidates }) => [
    ...(among ? [{ among, told_apart: candidates, us_each: US.entry, meant: candidates }] : []),
    ...(others && is_far
      ? [{ ...others, told_apart: others.candidates, meant: told.everything - others.candidates }]
      : []),
  ])
  const [least = { us: Infinity }] = ways
    .filter(({ told_apart, among }) => told_apart <= APART_MAX || among.placed)
    .map(({ among, told_apart, us_each, meant }) => {
      const { kept, rest } = splitKept(among.left)
      const us_left = (isInOrders(kept) ? 0 : US.order) + usOfRest(rest)
      const asked = (rows * meant) / Math.max(told.everything, 1)
      const us_told = told_apart * (us_each + (among.placed ? 0 : US_ID))
      return { us: us_told + rows * US_PASSED + asked * us_left, among }
    })
    .toSorted((one, other) => one.us - other.us)
  return least
}

/** Those with a text, where beside the documents it is told which they are, but not what they are sorted by. */
export const apartByText = (seeking: Seeking, passed: number): Apart => {
  const likely = likelyOf(seeking)
  if (!CHANGING_COLUMNS.includes(seeking.column) || likely > APART_MAX) return { us: Infinity }
  const by_date = { ...seeking, column: 'invoice_date' }
  const least = leastOf(by_date, placesOf(by_date))
  return { us: usOfAll(least) + likely * US_ID + passed * US_PASSED, among: allOf(least) }
}
