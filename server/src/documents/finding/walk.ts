import { depthAt } from './depth.ts'
import { CHANGING_COLUMNS, isInOrders, splitKept } from './kept.ts'
import { likelyOf } from './least.ts'
import { isUnfiltered, ofAnyDay } from './matching.ts'
import { isFar, readTo, sampleOf } from './orders/far.ts'
import type { Along, PageWanted } from './orders/pages.ts'
import { byDate, byState } from './places/by-state.ts'
import { type Place, type Seeking, US, usOfRest } from './places/place.ts'
import { hasCase } from './texts.ts'

/** What is looked for may lie deeper in an order than it would by chance; numbers that are alike are of one time. */
const DEEPER = 2
const DEEPER_NUMBERS = 20

/**
 * `is_far`: where the page lies is looked up, and each department read as far as that. `far`: how many documents are
 * asked for it, and how many rows then read.
 */
export type Walk = {
  rows: number
  us: number
  along: Along
  is_far: boolean
  far: { sampled: number; read: number }
}

/** How many rows of the order lie before the page is full, the µs to judge them there, and where that is least. */
export const walkOf = (seeking: Seeking, page: PageWanted): Walk => {
  const { caller, filters, told, column } = seeking
  const wanted = caller.stores.length * (page.offset + page.page_size)
  const { invoice_number, search } = filters
  const deeper = invoice_number || (search && !hasCase(search)) ? DEEPER_NUMBERS : DEEPER
  const likely = likelyOf(seeking)
  const extent = { matching: likely, everything: told.everything, depth: told.depth }
  const is_far = ![...BY_LANE, 'invoice_date'].includes(column) && isFar(seeking, page, extent)
  const far = { sampled: sampleOf(seeking, page, extent), read: readTo(seeking, page, extent) }
  const share = wanted / Math.max(likely, 1)
  // Of a page from the end it is not told.
  const deep = page.counted || !told.depth ? undefined : depthAt(told.depth, share, DEEPER)
  const among = (all: number) => {
    if (is_far) return far.read
    return deep === undefined ? Math.min(all, deeper * share * all) : deep * all
  }
  if (column === 'invoice_date') {
    // Its indexes lead to the days and statuses that are asked for; what lies beside these is not passed over.
    const walk = (along: Along, { candidates, us_each }: Place): Walk => {
      const rows = among(candidates)
      return { rows, us: rows * us_each, along, is_far, far }
    }
    const walked = walk('documents', byState(seeking))
    const beside = walk('orders', byDate(seeking))
    return beside.us < walked.us ? beside : walked
  }
  const rows = among(BY_LANE.includes(column) ? told.of_days : told.everything)
  // Of these orders the documents have the index.
  if (CHANGING_COLUMNS.includes(column))
    return { rows, us: rows * (US.document + US.text), along: 'documents', is_far, far }
  const { kept, rest } = splitKept(filters)
  const of_type = isUnfiltered(ofAnyDay(kept)) ? 1 : told.of_type / Math.max(told.of_days, 1)
  const us_rest = usOfRest(rest) * of_type * told.share_kept
  const us_kept = isInOrders(kept) ? US.passed : US.order
  return { rows, us: rows * (us_kept + us_rest), along: 'documents', is_far, far }
}

/** After these the order goes on by date. */
const BY_LANE = ['sender_store_code', 'status']
