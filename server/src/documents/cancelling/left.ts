import { DAY_MS } from '#domain/time/units.ts'

/**
 * What is left of a round: whatever was submitted from `round_from` to `slice_to`, newest first, in slices of time. Of
 * the present slice, `slice_from` to `slice_to`, the pages from `page` on.
 */
export type Left = { round_from: Date; slice_from: Date; slice_to: Date; page: number }

/** `page_rows`: documents on a page of the search; `reach_rows`: how many of a search can be reached at all. */
export type SearchLimits = { page_rows: number; reach_rows: number }

/** What a page had: its documents, and how many the whole search has (null where that was not told). */
export type Seen = { rows: number; total: number | null }

/** Instants may be read by whole seconds, so that slices share one. */
const SHARED_MS = 1_000
/** Nobody sends 10,000 documents in so short a time: the authority takes 10,000 a minute (100 calls of 100). */
const SLICE_MS_MIN = 4 * SHARED_MS

/** A search takes at most 31 days (MyInvois API v1.0, search documents); one is left for how they may be counted. */
export const SPAN_MS_MAX = 30 * DAY_MS

/** A round over this span that has not begun: in one slice, if a search takes as much, until it proves too large. */
export const wholeOf = (from: Date, to: Date): Left => ({
  ...{ round_from: from, slice_from: startOf(from, to, SPAN_MS_MAX), slice_to: to },
  page: 1,
})

/** Where the slice of such a length begins that ends there. */
const startOf = (from: Date, to: Date, slice_ms: number) =>
  new Date(Math.max(from.getTime(), to.getTime() - Math.min(slice_ms, SPAN_MS_MAX)))

/**
 * What is left after a page was looked at; undefined when that was the last. A slice with more documents than a search
 * reaches is halved and begun anew with its later half. Nothing depends on the order of the pages.
 */
export const leftAfter = (left: Left, seen: Seen, { page_rows, reach_rows }: SearchLimits) => {
  const { slice_from, slice_to, page } = left
  const until_rows = page * page_rows
  const more = seen.rows >= page_rows || (seen.rows > 0 && until_rows < (seen.total ?? 0))
  const too_many = (seen.total ?? 0) >= reach_rows || (more && until_rows >= reach_rows)
  const slice_ms = slice_to.getTime() - slice_from.getTime()
  if (too_many && slice_ms > SLICE_MS_MIN) {
    return { ...left, slice_from: new Date(slice_to.getTime() - Math.ceil(slice_ms / 2)), page: 1 }
  }
  if (more && until_rows < reach_rows) return { ...left, page: page + 1 }
  return nextSlice(left, (seen.total ?? reach_rows) * 2 < reach_rows ? 2 * slice_ms : slice_ms)
}

const nextSlice = ({ round_from, slice_from }: Left, slice_ms: number): Left | undefined => {
  if (slice_from <= round_from) return undefined
  const slice_to = new Date(slice_from.getTime() + SHARED_MS)
  return { round_from, slice_from: startOf(round_from, slice_to, slice_ms), slice_to, page: 1 }
}
