import { addDays, type CalendarDate, lastOfMonth } from '../time/dates.ts'
import { isConsolidated, type TaxDocument } from './document.ts'

/** Consolidated documents: seven calendar days after the end of the month (LHDN e-Invoice Guideline). */
export const CONSOLIDATED_DAYS = 7

type Dated = Pick<TaxDocument, 'invoice_date' | 'billing_end' | 'items'>

/**
 * The last Malaysian day on which a document should reach the authority: the day it bears, and for a consolidated one
 * the seventh day after the month that it covers. After an outage the oldest such day goes first.
 */
export const submitBy = ({ invoice_date, billing_end, items }: Dated): CalendarDate =>
  isConsolidated(items) ? addDays(lastOfMonth(billing_end || invoice_date), CONSOLIDATED_DAYS) : invoice_date
