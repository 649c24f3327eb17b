import { NO_FILTERS } from '#contract/reports/filters.ts'

/** What the form holds at first: the filters as they are typed, and the kind of file. */
export const EMPTY = {
  filters: { ...NO_FILTERS, invoice_date__gte: '', invoice_date__lte: '' },
  format: 'csv' as 'csv' | 'xlsx',
}
export type Wanted = typeof EMPTY
