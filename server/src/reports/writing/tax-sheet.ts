import { TAX_TYPES } from '#codes/lists.ts'
import { ENVIRONMENT_WORDS } from '#domain/entities/environments.ts'
import {
  isTotal,
  type TaxRow,
  type TaxStatus,
  type TaxTally,
  type TaxTotal,
} from '#domain/reports/tax-by-type.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import { KIND_WORDS } from '../../documents/reading/report-columns.ts'
import { type Sheet, sheetOf } from '../../platform/lists/workbook-reply.ts'

/** A row, a total, or a sentence beneath them. */
type Row = TaxRow | TaxTotal | { note: string }

/** What the documents of the sheets before are taxed, by month, type and rate: what a return of SST is made of. */
export const taxSheet = (taxes: TaxTally): Sheet =>
  sheetOf<Row>({ name: 'Tax by type', columns: COLUMNS, batches: rowsOf(taxes), is_total })

async function* rowsOf(taxes: TaxTally): AsyncGenerator<Row[]> {
  yield [...taxes.result(), { note: '' }, ...NOTES.map((note) => ({ note }))]
}

const NOTES = [
  'Validated: LHDN has validated the document. Of Production, these are what a return is made of.',
  'Not validated: it waits, is under way or on hold, was rejected here or refused by LHDN. It is no tax document yet.',
  'Cancelled: it was withdrawn, or cancelled after LHDN had validated it.',
  'What credit and refund notes give back has a minus. Self-billed documents, by which the company owes, stand apart.',
  'Taxable amounts are those of the lines, after discounts and charges, before rounding and prepayment.',
  'Ringgit are by the exchange rate of each document, rounded as on the first sheet.',
  'A document of several tax types or rates counts in each of its rows, and once in a total.',
  'A total is what the columns of the first sheet come to for the same documents.',
]

const STATUS_WORDS: Record<TaxStatus, string> = {
  validated: 'Validated',
  not_validated: 'Not validated',
  cancelled: 'Cancelled',
}

const is_total = (row: Row) => !('note' in row) && isTotal(row)

const of =
  (tell: (row: TaxRow) => string, total: string | ((row: TaxTotal) => string) = '') =>
  (row: Row) => {
    if ('note' in row) return ''
    if (!isTotal(row)) return tell(row)
    return typeof total === 'string' ? total : total(row)
  }

/** What rows and totals both have. */
const both = (tell: (row: TaxRow | TaxTotal) => string) => of(tell, tell)

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['Issue Month', (row) => ('note' in row ? row.note : (row.month ?? 'All months'))],
  ['Environment', both(({ environment }) => (environment ? ENVIRONMENT_WORDS[environment] : 'All'))],
  ['Status Group', both(({ status }) => (status ? STATUS_WORDS[status] : 'All'))],
  ['Kind', of(({ kind }) => KIND_WORDS[kind])],
  ['Tax Type', of(({ tax_type }) => `${tax_type} ${TAX_TYPES.describe(tax_type) ?? ''}`, 'Total')],
  ['Rate (%)', of(({ tax_rate }) => tax_rate), 'figure'],
  ['Currency', of(({ currency }) => currency)],
  ['Documents', both(({ documents }) => String(documents)), 'count'],
  ['Taxable Amount', of(({ taxable }) => taxable), 'figure'],
  ['Tax', of(({ tax }) => tax), 'figure'],
  ['Taxable Amount (MYR)', both(({ taxable_myr }) => taxable_myr), 'figure'],
  ['Tax (MYR)', both(({ tax_myr }) => tax_myr), 'figure'],
]
