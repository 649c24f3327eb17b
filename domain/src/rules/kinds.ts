import { PARTY_FIELDS } from '../documents/document.ts'
import { FIELDS } from '../shaping/fields.ts'

/** How a field's value is compared: as a number, as a date, as yes or no, or else as text. */
export type ValueKind = 'decimal' | 'date' | 'flag' | 'text'

const DECIMALS: ReadonlySet<string> = new Set([
  ...['currency_exchange_rate', 'prepayment_amount', 'rounding_amount', 'tax_rate'],
  ...['items.unit_price', 'items.quantity', 'items.tax_rate', 'items.discount_rate', 'items.discount_amount'],
  'items.charges_rate',
])
const DATES: ReadonlySet<string> = new Set([
  ...['invoice_date', 'payment_due_date', 'billing_start', 'billing_end'],
])
const FLAGS: ReadonlySet<string> = new Set(['selfbilling', 'voluntary_disclosure'])

/** The kind of a field of the one field list. */
export const kindOf = (field: string): ValueKind => {
  if (DECIMALS.has(field)) return 'decimal'
  if (DATES.has(field)) return 'date'
  return FLAGS.has(field) ? 'flag' : 'text'
}

const TOTALS = [
  ...['total_excluding_tax', 'total_including_tax', 'total_net_amount', 'total_discount_value'],
  ...['total_tax_amount', 'total_payable_amount'],
]
const LINE_FIGURES = ['subtotal', 'charges_amount', 'total_excluding_tax', 'tax_amount']

const kindsOf = (part: 'document' | 'items'): [string, ValueKind][] =>
  FIELDS.filter((field) => field.part === part).map(({ name, value }) => [name, kindOf(value)])

const figures = (names: readonly string[]) => names.map((name) => [name, 'decimal'] as const)

/** What a formula can name: what is entered, and the figures that follow from it. */
export const DOCUMENT_KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ...kindsOf('document'),
  ...figures(TOTALS),
])
export const LINE_KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ...kindsOf('items'),
  ...figures(LINE_FIGURES),
])
export const PARTY_KINDS: ReadonlyMap<string, ValueKind> = new Map(
  PARTY_FIELDS.map((name) => [name, 'text'] as const),
)
