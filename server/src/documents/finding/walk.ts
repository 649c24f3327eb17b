import { offsetOf } from '../../platform/lists/paging.ts'
import { byState } from './by-state.ts'
import { splitKept } from './kept.ts'
import { isUnfiltered, type MatchFilters, UNFILTERED } from './matching.ts'
import type { PageWanted } from './pages.ts'
import { type Seeking, US } from './place.ts'
import { hasCase } from './texts.ts'

/** What is looked for may lie deeper in an order than it would by chance; numbers that are alike are of one time. */
const DEEPER = 2
const DEEPER_NUMBERS = 20

/** How many rows of the order lie before the page is full, and the µs to judge them there. */
export const walkOf = (seeking: Seeking, page: PageWanted): { rows: number; us: number } => {
  const { caller, filters, told, column } = seeking
  const wanted = caller.stores.length * (offsetOf(page) + page.page_size)
  const { invoice_number, search } = filters
  const deeper = invoice_number || (search && !hasCase(search)) ? DEEPER_NUMBERS : DEEPER
  const among = (all: number) => {
    const each = all / Math.max(told.counted * told.share, 1)
    return Math.min(all, deeper * wanted * each)
  }
  if (column === 'invoice_date') {
    // Its indexes lead to the days and statuses that are asked for; what lies beside these is not passed over.
    const { candidates, us_each } = byState(seeking)
    const rows = among(candidates)
    return { rows, us: rows * us_each }
  }
  const rows = among(told.everything)
  const { kept, rest } = splitKept(filters)
  const of_type = isUnfiltered({ ...kept, ...DAYS }) ? 1 : told.of_type / Math.max(told.of_days, 1)
  const us_rest = isUnfiltered(rest) ? 0 : US.status * of_type * told.share
  return { rows, us: rows * (US.order + us_rest) }
}

const DAYS: Partial<MatchFilters> = { dateStart: UNFILTERED.dateStart, dateEnd: UNFILTERED.dateEnd }
