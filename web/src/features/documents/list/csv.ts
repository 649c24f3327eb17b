import type { SummaryRow } from '#contract/document-rows.ts'
import { type CsvColumn, csvHead, csvLine } from '#domain/text/csv.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'

const COLUMNS: readonly CsvColumn<SummaryRow>[] = [
  ['Department Code', (row) => row.sender_store_code],
  ['Supplier Name', (row) => row.sender.name],
  ['Receiver Name', (row) => row.customer.name],
  ['Receiver ID', (row) => row.customer.identity_number],
  ['Doc Type', (row) => `${row.invoice_type} ${row.invoice_type_description}`],
  ['Doc Number', (row) => row.invoice_number],
  ['Issue Date', (row) => row.invoice_date],
  ['Contract #', (row) => row.contract_number],
  ['Agent #', (row) => row.agent_number],
  ['Submission Date', (row) => (row.submission_date ? stamp(new Date(row.submission_date)) : '')],
  ['Currency', (row) => row.invoice_currency],
  ['Document Total', (row) => row.total_payable_amount],
  ['Status', (row) => row.status],
  ['Status Message', (row) => row.status_message],
  ['Source', (row) => row.source],
]

/** The list as a file of CSV. */
export const toCsv = (rows: readonly SummaryRow[]): string =>
  [csvHead(COLUMNS), ...rows.map((row) => csvLine(COLUMNS, row))].join('')

/** `invoices_{timestamp}.csv`, the timestamp in Malaysian time. */
export const csvName = (now: Date) => `invoices_${stamp(now).replace(/\D/g, '')}.csv`

const stamp = (instant: Date) => `${malaysianDate(instant)} ${malaysianTime(instant)}`
