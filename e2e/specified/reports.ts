/** What the second specification says of `/dashboard/report`, word for word; `reports.test.ts` finds it there. */

/** §2: the two tables and what is in them. */
export const HEADINGS = ['Scheduled Subscriptions', 'Past Requested Reports']
export const SCHEDULED_COLUMNS = ['Name', 'Frequency', 'Last Sent']
export const REQUESTED_COLUMNS = ['Name', 'Report Type', 'Created At']
export const BUTTONS = ['Get Report', 'Schedule This Report', 'Refresh', 'Previous', 'Next']
/** §2: what a row offers, or shows until it can. */
export const ROW = { delete: 'Delete', download: 'Download', generating: 'Generating..' }

/** §3: the filters, by their names in the call and on the screen. */
export const FILTERS = {
  invoice_date__gte: 'Invoice Date From',
  invoice_date__lte: 'Invoice Date To',
  invoice_types: 'Invoice Types',
  status: 'Status',
  customer__name__icontains: 'Customer Name',
  sender_store_code: 'Department',
  agent_code: 'Agent Code',
  contract_number: 'Contract Number',
  customer__identity_type: 'Customer Identity Type',
}

/** §8. */
export const TOASTS = {
  scheduled: 'Scheduled report submitted successfully.',
  adhoc: 'Adhoc report requested successfully.',
  failed: 'Failed to submit report. Please try again.',
}

/** §9: how long a toast stands. */
export const TOAST_MS = { good: 4_000, bad: 5_000 }

/** §9. */
export const FREQUENCIES = ['daily', 'weekly', 'monthly']
