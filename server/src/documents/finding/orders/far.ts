import type { Caller } from '#domain/access/caller.ts'
import { type Depth, depthAt, depthInAll } from '../depth.ts'
import type { PageWanted } from './pages.ts'

/** A document of the sample for so many rows that would be walked; more do not pay. */
const WALKED_EACH = 20
const SAMPLE_MAX = 4_096

/** So many rows are walked while one document is asked where the page lies. */
const SAMPLED_AS = 5

/** So many times as far off as such a sample usually is, it hardly ever is. */
const OFF = 3

/** How many documents an order is about that match, of how many that it has, and how deep in it they lie, if told. */
export type Extent = { matching: number; everything: number; depth?: Depth | null }

type By = { caller: Caller }

/** How many of those that match come before a page, from the end from which it is reached. */
export const beforeOf = ({ counted, offset, page_size }: PageWanted, { matching }: Extent) =>
  counted ? Math.max(0, matching - offset - page_size) : offset

/** How many rows are walked to its end, where each department is walked as far as that. */
const walkedTo = ({ caller }: By, page: PageWanted, extent: Extent) => {
  const { matching, everything } = extent
  const share = (caller.stores.length * (beforeOf(page, extent) + page.page_size)) / Math.max(matching, 1)
  const depth = toldDepth(page, extent)
  return ((depth && depthAt(depth, share, 1)) ?? Math.min(1, share)) * everything
}

/** From the other end it is not told. */
const toldDepth = ({ counted }: PageWanted, { depth }: Extent) => (counted ? undefined : depth)

/** How many documents to ask where it lies. */
export const sampleOf = (by: By, page: PageWanted, extent: Extent) =>
  Math.min(SAMPLE_MAX, Math.ceil(walkedTo(by, page, extent) / WALKED_EACH))

/** Of so many of the sample that match, how far off it may be which of them has such a share of them before it. */
export const offOf = (matched: number, share: number) => OFF * (1 + Math.sqrt(matched * share * (1 - share)))

/** How many rows are read where these were asked: of a department that comes after the page there are none. */
export const readTo = (by: By, page: PageWanted, extent: Extent) => {
  const { matching, everything } = extent
  const matched = Math.max(1, (sampleOf(by, page, extent) * matching) / Math.max(everything, 1))
  const share = Math.min(1, (beforeOf(page, extent) + page.page_size) / Math.max(matching, 1))
  const end = Math.min(1, share + offOf(matched, share) / matched)
  const depth = toldDepth(page, extent)
  return ((depth && depthInAll(depth, end)) ?? end) * everything
}

/** Whether it is worth while to ask where a page lies. */
export const isFar = (by: By, page: PageWanted, extent: Extent) =>
  readTo(by, page, extent) + sampleOf(by, page, extent) * SAMPLED_AS < walkedTo(by, page, extent)
