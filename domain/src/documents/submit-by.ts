import { addDays, type CalendarDate, lastOfMonth } from '../time/dates.ts'
import { isConsolidatedDocument, type TaxDocument } from './document.ts'

/** Consolidated documents: seven calendar days after the end of the month (LHDN e-Invoice Guideline). */
const CONSOLIDATED_DAYS = 7

type Header = 'invoice_type' | 'invoice_date' | 'billing_start' | 'billing_end' | 'voluntary_disclosure'
type Dated = Pick<TaxDocument, Header | 'customer' | 'items'>

/** Whether the law names a last day for it: that of what is disclosed was missed before it was made. */
export const hasTerm = (document: Dated): boolean =>
  !document.voluntary_disclosure && isConsolidatedDocument(document)

/**
 * The last Malaysian day on which a document should reach the authority: the day it bears, and for a consolidated one
 * the seventh day after the month that it covers, the first of several. After an outage the oldest such day goes first.
 */
export const submitBy = (document: Dated): CalendarDate => {
  const { invoice_date, billing_start, billing_end } = document
  if (!hasTerm(document)) return invoice_date
  return addDays(lastOfMonth(billing_start || billing_end || invoice_date), CONSOLIDATED_DAYS)
}
