import { type Among, APART_MAX, allOf } from './among.ts'
import { CHANGING_COLUMNS, isInOrders, splitKept } from './kept.ts'
import { leastOf, likelyOf, usOfAll } from './least.ts'
import { type Place, type Seeking, US, usOfRest } from './places/place.ts'
import { placesOf } from './places/places.ts'
import type { Told } from './told.ts'
import type { Walk } from './walk.ts'

/** µs to put an id into a table of those that are told apart, and to pass over a row of an order by that. */
const US_ID = 0.4
const US_PASSED = 0.15

/** Whom to tell apart from others while an order is walked, if anybody, and the µs for all of it. */
type Apart = { us: number; among?: Among }

type Passed = Pick<Walk, 'rows' | 'us' | 'is_far' | 'far'>

/**
 * Those of a state or a type, where an order is walked past so many rows; or all others, where it surely is so many and
 * not just a page of what most of them are, or where it is known where these stand.
 */
export const apartOf = ({ told }: Seeking, places: readonly Place[], passed: Passed): Apart => {
  const { rows, is_far } = passed
  const ways = places.flatMap(({ among, others, candidates }) => [
    ...(among ? [{ among, told_apart: candidates, us_each: US.entry, meant: candidates }] : []),
    ...(others && is_far
      ? [
          {
            ...{ ...others, among: { ...others.among, placed: undefined } },
            ...{ told_apart: others.candidates, meant: told.everything - others.candidates },
          },
        ]
      : []),
  ])
  const by_ids = ways
    .filter(({ told_apart }) => told_apart <= APART_MAX)
    .map(({ among, told_apart, us_each, meant }) => {
      const { kept, rest } = splitKept(among.left)
      const us_left = (isInOrders(kept) ? 0 : US.order) + usOfRest(rest)
      const asked = (rows * meant) / Math.max(told.everything, 1)
      return { us: told_apart * (us_each + US_ID) + rows * US_PASSED + asked * us_left, among }
    })
  const placed = places.flatMap(({ others }) => {
    if (!others?.among.placed) return []
    const us = usPlaced(told, others.candidates, passed)
    return is_far || us < passed.us ? [{ us, among: others.among }] : []
  })
  const [least = { us: Infinity }] = [...by_ids, ...placed].toSorted((one, other) => one.us - other.us)
  return least
}

/** µs to read where one of the others stands, to count an entry, and for the statement that asks a sample. */
const US_PLACED = 0.45
const US_COUNTED = 0.1
const US_FAR = 3_000

/** Of a page that is far a sample is asked either way. */
const usPlaced = ({ unfinished }: Told, others: number, { is_far, far }: Passed) =>
  (is_far ? 0 : US_FAR + far.sampled * (US.order + US.status)) +
  far.read * US_COUNTED +
  Math.max(0, others - unfinished) * US_PLACED +
  Math.min(others, unfinished) * US.document

/** Those with a text, where beside the documents it is told which they are, but not what they are sorted by. */
export const apartByText = (seeking: Seeking, passed: number): Apart => {
  const likely = likelyOf(seeking)
  if (!CHANGING_COLUMNS.includes(seeking.column) || likely > APART_MAX) return { us: Infinity }
  const by_date = { ...seeking, column: 'invoice_date' }
  const least = leastOf(by_date, placesOf(by_date))
  return { us: usOfAll(least) + likely * US_ID + passed * US_PASSED, among: allOf(least) }
}
