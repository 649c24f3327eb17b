import { type CalendarDate, malaysianDate } from '../time/dates.ts'

/**
 * Whether the clerk's invoice date is another Malaysian day than that of LHDN's record, which bears the moment at
 * which the document was built for sending. Then people read both (decisions.md §12).
 */
export const isOtherDay = (invoice_date: CalendarDate, issued_at: Date): boolean =>
  malaysianDate(issued_at) !== invoice_date
