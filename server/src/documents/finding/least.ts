import { FOUND_MAX } from './orders/pages.ts'
import type { Place, Seeking } from './places/place.ts'

/** Where the least work is, until all are found or more than are counted. */
export const leastOf = (seeking: Seeking, places: readonly Place[], limit = FOUND_MAX): Place => {
  const [least] = places.toSorted((a, b) => usOf(seeking, a, limit) - usOf(seeking, b, limit))
  if (!least) throw new Error('What has no text can be looked for by its state.')
  return least
}

/** The µs to look there until all, or more than are counted, are found: these are spread evenly, as far as is known. */
export const usOf = (seeking: Seeking, { candidates, us_first, us_each }: Place, limit = FOUND_MAX) =>
  us_first + candidates * us_each * Math.min(1, limit / Math.max(likelyOf(seeking), 1))

/** The µs to look there until all are found. */
export const usOfAll = ({ candidates, us_first, us_each }: Place) => us_first + candidates * us_each

/** How many are found, as far as it is told. */
export const likelyOf = ({ told: { counted, share } }: Seeking) => counted * share
