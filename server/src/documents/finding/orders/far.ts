import type { Caller } from '#domain/access/caller.ts'
import type { PageWanted } from './pages.ts'

/** So many rows of all departments are walked as fast as it is looked up where a page lies. */
const WALKED_MAX = 20_000

/** A document of the sample for so many that would be walked; more do not pay. */
const WALKED_EACH = 20
const SAMPLE_MAX = 4_000

/** So many times as far off as such a sample usually is, it hardly ever is. */
const OFF = 3

type By = { caller: Caller }

/** How many of `n` come before a page, from the end from which it is reached. */
export const beforeOf = ({ counted, offset, page_size }: PageWanted, n: number) =>
  counted ? n - offset - page_size : offset

/** How many rows of all departments are walked to it, each of them as far as the page. */
const walkedTo = ({ caller }: By, page: PageWanted, n: number) => beforeOf(page, n) * caller.stores.length

/** Whether a page of `n` documents lies so far from that end that no department is walked as far as that. */
export const isFar = (by: By, page: PageWanted, n: number) => walkedTo(by, page, n) > WALKED_MAX

/** How many documents to ask where it lies. */
export const sampleOf = (by: By, page: PageWanted, n: number) =>
  Math.min(SAMPLE_MAX, Math.ceil(walkedTo(by, page, n) / WALKED_EACH))

/** Of so many of the sample that match, how far off it may be which of them has such a share of them before it. */
export const offOf = (matched: number, share: number) => OFF * (1 + Math.sqrt(matched * share * (1 - share)))

/** How many rows are read for a page of `n` documents, where there are so many in all. */
export const readTo = (by: By, page: PageWanted, n: number, everything: number) => {
  const matched = Math.max(1, (sampleOf(by, page, n) * n) / Math.max(everything, 1))
  const share = Math.min(1, (beforeOf(page, n) + page.page_size) / Math.max(n, 1))
  return Math.min(everything, (share + offOf(matched, share) / matched) * everything)
}
