import { PARTY_FIELDS } from '../documents/document.ts'

/**
 * How the cells of a column are read (`cells.ts`). A code of digits has `width` of them, since spreadsheets drop zeros
 * in front; an identifier is never a number, whatever a spreadsheet makes of it.
 */
export type Kind = 'text' | 'identifier' | 'code' | 'date' | 'time' | 'flag' | 'amount' | 'rate'

/** Of what a column tells: the document, its customer, or the line that its row is. */
export type Part = 'document' | 'customer' | 'line'

export type Column = {
  part: Part
  /** The payload's field within its part. */
  field: string
  kind: Kind
  width?: number
  /** A figure that the server calculates: it may be stated and is then compared. */
  stated?: true
}

const identifier = { kind: 'identifier' } as const
const PARTY_KINDS = new Map<string, Pick<Column, 'kind' | 'width'>>([
  ['entity_code', identifier],
  ['tin_no', identifier],
  ['identity_number', identifier],
  ['sst_no', identifier],
  ['ttx_no', identifier],
  ['contact_number', identifier],
  ['zipcode', identifier],
  ['state', { kind: 'code', width: 2 }],
  ['msic_code', { kind: 'code', width: 5 }],
])

type Given = [field: string, kind: Kind, width?: number]

const columns = (part: Part, given: readonly Given[], more: { stated?: true } = {}): Column[] =>
  given.map(([field, kind, width]) => ({ part, field, kind, ...(width && { width }), ...more }))

/** Every column that a file may have, in the order of the sample template. One row is one line of a document. */
export const COLUMNS: readonly Column[] = [
  ...columns('document', [
    ['invoice_number', 'identifier'],
    ['invoice_type', 'code', 2],
    ['invoice_date', 'date'],
    ['sender_store_code', 'identifier'],
    ['sender_entity_code', 'identifier'],
    ['invoice_currency', 'text'],
    ['currency_exchange_rate', 'rate'],
  ]),
  ...PARTY_FIELDS.map(
    (field): Column => ({ part: 'customer', field, ...(PARTY_KINDS.get(field) ?? { kind: 'text' }) }),
  ),
  ...columns('line', [
    ['classification', 'code', 3],
    ['item_description', 'text'],
    ['quantity', 'amount'],
    ['unit_of_measurement', 'text'],
    ['unit_price', 'amount'],
    ['discount_rate', 'rate'],
    ['discount_amount', 'amount'],
    ['charges_rate', 'rate'],
    ['tax_type', 'code', 2],
    ['tax_rate', 'rate'],
    ['tax_exemption_reason', 'text'],
    ['product_tariff', 'identifier'],
    ['country_origin', 'text'],
  ]),
  ...columns('document', [
    ['invoice_time', 'time'],
    ['payment_due_date', 'date'],
    ['document_type', 'text'],
    ['selfbilling', 'flag'],
    ['original_inv_number', 'identifier'],
    ['original_inv_ref_number', 'identifier'],
    ['document_remarks', 'text'],
    ['rounding_amount', 'amount'],
    ['prepayment_amount', 'amount'],
    ['billing_start', 'date'],
    ['billing_end', 'date'],
    ['frequency_of_billing', 'text'],
    ['agent_number', 'identifier'],
    ['contract_number', 'identifier'],
    ['tax_rate', 'rate'],
    ['tax_exemption_reason', 'text'],
    ['voluntary_disclosure', 'flag'],
  ]),
  ...columns(
    'line',
    [
      ['subtotal', 'amount'],
      ['charges_amount', 'amount'],
      ['total_excluding_tax', 'amount'],
      ['tax_amount', 'amount'],
    ],
    { stated: true },
  ),
  ...columns(
    'document',
    [
      ['total_excluding_tax', 'amount'],
      ['total_including_tax', 'amount'],
      ['total_net_amount', 'amount'],
      ['total_discount_value', 'amount'],
      ['total_tax_amount', 'amount'],
      ['total_payable_amount', 'amount'],
    ],
    { stated: true },
  ),
]

/** Columns that other programs, and our own error file, may bring: they are nobody's to set, and ignored. */
export const IGNORED_HEADINGS = [
  'row',
  'error',
  'source',
  'created_by',
  'approval_status',
  'status',
  'sender',
]

const LINE_FIELDS: ReadonlySet<string> = new Set(
  COLUMNS.filter(({ part }) => part === 'line').map(({ field }) => field),
)

/** The column's heading as we write it. A row is a line, so a name that both have means the line's. */
export const headingOf = ({ part, field }: Pick<Column, 'part' | 'field'>): string => {
  if (part === 'customer') return `customer.${field}`
  return part === 'document' && LINE_FIELDS.has(field) ? `document.${field}` : field
}

/** The field of the column as mappings and defaults name it (`shaping/fields.ts`). */
export const shapedName = ({ part, field }: Pick<Column, 'part' | 'field'>): string =>
  part === 'line' ? `items.${field}` : part === 'customer' ? `customer.${field}` : field

/** Every heading that means the column. */
export const headingsOf = (column: Column): string[] =>
  column.part === 'line' ? [column.field, `items.${column.field}`] : [headingOf(column)]

const BY_NAME: ReadonlyMap<string, string> = new Map(
  COLUMNS.map((column) => [shapedName(column), headingOf(column)]),
)
/** The heading of a document's field, by its name in errors and changes (`items.3.tax_type`, `tax_rate`). */
export const headingOfField = (field: string): string =>
  BY_NAME.get(field.replace(/^items\.\d+/, 'items')) ?? field

const BY_HEADING: ReadonlyMap<string, Column> = new Map(COLUMNS.map((column) => [headingOf(column), column]))
/** The column whose heading is written exactly so. */
export const columnHeaded = (heading: string): Column | undefined => BY_HEADING.get(heading)
