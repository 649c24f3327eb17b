import { TAX_TYPES } from '#codes/lists.ts'
import { ENVIRONMENT_WORDS } from '#domain/entities/environments.ts'
import {
  isTotal,
  type Side,
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

type Company = { id: string; entity_code: string; name: string }

/** What companies are called by their ids, with the code where several have one name. */
export const namesOf = (companies: readonly Company[]): ReadonlyMap<string, string> => {
  const by_name = Map.groupBy(companies, ({ name }) => name)
  return new Map(
    companies.map(({ id, entity_code, name }) => [
      id,
      by_name.get(name)?.length === 1 ? name : `${name} (${entity_code})`,
    ]),
  )
}

/** What the documents of the sheets before are taxed, by company, month, type and rate: for a return of tax. */
export const taxSheet = (taxes: TaxTally): Sheet =>
  sheetOf<Row>({ name: 'Tax by type', columns: COLUMNS, batches: rowsOf(taxes), is_total })

async function* rowsOf(taxes: TaxTally): AsyncGenerator<Row[]> {
  yield [...taxes.result(), { note: '' }, ...NOTES.map((note) => ({ note }))]
}

const NOTES = [
  'Validated: LHDN has validated the document. Of Production, these are what a return may be made of.',
  'Months are those of issue. The law says which month of a return a document is in, and which return has which tax.',
  'Not validated: it waits, is under way or on hold, was rejected here or refused by LHDN. It is no tax document yet.',
  'Cancelled: it was withdrawn, or cancelled after LHDN had validated it.',
  'Company is who issues the document. Each has its own totals, since each is registered, and files, for itself.',
  'What credit and refund notes give back has a minus. It is in the total of what it gives back of.',
  'Self-billed documents, by which the company owes, have totals of their own, apart from what it charged.',
  'Taxable amounts are those of the lines, after discounts and charges, before rounding and prepayment.',
  'Ringgit are by the exchange rate of each document, rounded as on the first sheet.',
  'A document of several tax types or rates counts in each of its rows, and once in a total.',
  'A total is what the columns of the first sheet come to for the same documents, also those without tax (E and 06).',
]

const STATUS_WORDS: Record<TaxStatus, string> = {
  validated: 'Validated',
  not_validated: 'Not validated',
  cancelled: 'Cancelled',
}

/** The kinds of a total: what is charged and given back, or what is owed and taken back. */
const SIDE_WORDS: Record<Side, string> = {
  charged: `${KIND_WORDS.charged} less credited`,
  self_billed: `${KIND_WORDS.self_billed} less credited`,
}

const is_total = (row: Row) => !('note' in row) && isTotal(row)

const of = (tell: (row: TaxRow) => string, total: (row: TaxTotal) => string = () => '') => {
  return (row: Row) => ('note' in row ? '' : isTotal(row) ? total(row) : tell(row))
}

/** What rows and totals both have. */
const both = (tell: (row: TaxRow | TaxTotal) => string) => of(tell, tell)

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['Company', (row) => ('note' in row ? row.note : row.company)],
  ['Issue Month', both(({ month }) => month ?? 'All months')],
  ['Environment', both(({ environment }) => ENVIRONMENT_WORDS[environment])],
  ['Status Group', both(({ status }) => STATUS_WORDS[status])],
  [
    'Kind',
    of(
      ({ kind }) => KIND_WORDS[kind],
      ({ side }) => SIDE_WORDS[side],
    ),
  ],
  [
    'Tax Type',
    of(
      ({ tax_type }) => `${tax_type} ${TAX_TYPES.describe(tax_type) ?? ''}`,
      () => 'Total',
    ),
  ],
  ['Rate (%)', of(({ tax_rate }) => tax_rate), 'figure'],
  ['Currency', of(({ currency }) => currency)],
  ['Documents', both(({ documents }) => String(documents)), 'count'],
  ['Taxable Amount', of(({ taxable }) => taxable), 'figure'],
  ['Tax', of(({ tax }) => tax), 'figure'],
  ['Taxable Amount (MYR)', both(({ taxable_myr }) => taxable_myr), 'figure'],
  ['Tax (MYR)', both(({ tax_myr }) => tax_myr), 'figure'],
]
