import type { Decimal } from '../money/decimal.ts'
import type { CalendarDate } from '../time/dates.ts'

export const PARTY_FIELDS = [
  'name',
  'entity_code',
  'tin_no',
  'identity_type',
  'identity_number',
  'sst_no',
  'ttx_no',
  'email',
  'contact_number',
  'address1',
  'address2',
  'address3',
  'zipcode',
  'city',
  'state',
  'country',
  'msic_code',
  'business_description',
] as const

/** Supplier or buyer as printed on one document: a snapshot, never a live link. `state` and `country` are codes. */
export type Party = Record<(typeof PARTY_FIELDS)[number], string>

/** What a person enters for one line. Rates are per cent. */
export type LineEntry = {
  id: string
  classification: string
  item_description: string
  unit_price: Decimal
  quantity: Decimal
  unit_of_measurement: string
  tax_type: string
  tax_rate: Decimal
  tax_exemption_reason: string
  discount_rate: Decimal
  discount_amount: Decimal
  charges_rate: Decimal
  product_tariff: string
  country_origin: string
}

/** A line with the figures that follow from it (`totals.ts`), 2 places each. */
export type Line = LineEntry & {
  subtotal: Decimal
  charges_amount: Decimal
  total_excluding_tax: Decimal
  tax_amount: Decimal
}

export type Totals = {
  total_excluding_tax: Decimal
  total_including_tax: Decimal
  total_net_amount: Decimal
  total_discount_value: Decimal
  total_tax_amount: Decimal
  total_payable_amount: Decimal
}

/** The header as entered. Dates are Malaysian, `invoice_time` is Malaysian `HH:MM:SS`. */
export type Header = {
  invoice_type: string
  selfbilling: boolean
  document_type: string
  source: string
  invoice_number: string
  invoice_date: CalendarDate
  invoice_time: string
  payment_due_date: CalendarDate | null
  invoice_currency: string
  currency_exchange_rate: Decimal
  sender_entity_code: string
  sender_store_code: string
  original_inv_number: string
  original_inv_ref_number: string
  document_remarks: string
  prepayment_amount: Decimal
  rounding_amount: Decimal
  tax_rate: Decimal
  tax_exemption_reason: string
  billing_start: CalendarDate | null
  billing_end: CalendarDate | null
  frequency_of_billing: string
  agent_number: string
  contract_number: string
  /** Of a document that the authority should have had before; not stated of any other. */
  voluntary_disclosure?: boolean
}

/** What is entered, before the sums. `sender` is the issuing entity, `customer` the other side, in every type. */
export type DocumentEntry = Header & { sender: Party; customer: Party; items: LineEntry[] }

/** The whole document: entered fields and calculated figures. Its hash is what an approver signs off. */
export type TaxDocument = Header & Totals & { sender: Party; customer: Party; items: Line[] }

export const DOCUMENT_TYPE_CODES = ['01', '02', '03', '04', '11', '12', '13', '14'] as const

export const isSelfBilled = (invoice_type: string) => invoice_type.startsWith('1')

/** Credit, debit and refund notes name the document they correct. */
export const isNote = (invoice_type: string) => invoice_type !== '01' && invoice_type !== '11'

/** In self-billed documents the issuer is the buyer (reference: types table, UBL guideline §1). */
export const supplierOf = (d: Pick<TaxDocument, 'invoice_type' | 'sender' | 'customer'>): Party =>
  isSelfBilled(d.invoice_type) ? d.customer : d.sender

export const buyerOf = (d: Pick<TaxDocument, 'invoice_type' | 'sender' | 'customer'>): Party =>
  isSelfBilled(d.invoice_type) ? d.sender : d.customer

/** Lines that sum many receipts for the general public: every one carries classification 004. */
export const isConsolidated = (items: readonly Pick<LineEntry, 'classification'>[]) =>
  items.length > 0 && items.every((line) => line.classification === '004')

export const GENERAL_PUBLIC = 'EI00000000010'

export const isWithoutNumber = (p: Pick<Party, 'identity_type' | 'identity_number'>) =>
  p.identity_type === 'NA' || p.identity_number === 'NA'

/** Consolidated self-billed documents bear whatever classification fits: their supplier tells what they are. */
export const isOfThePublic = ({ invoice_type, customer }: Pick<TaxDocument, 'invoice_type' | 'customer'>) =>
  isSelfBilled(invoice_type) && customer.tin_no === GENERAL_PUBLIC && isWithoutNumber(customer)

/**
 * Whether a document sums those of a month, and so has a last day by law. A note to one bears the same lines, or the
 * same supplier, and has no such day.
 */
export const isConsolidatedDocument = (d: Pick<DocumentEntry, 'invoice_type' | 'customer' | 'items'>) =>
  !isNote(d.invoice_type) && (isConsolidated(d.items) || isOfThePublic(d))

// Object.fromEntries forgets the keys; PARTY_FIELDS holds each of them once.
export const emptyParty = Object.fromEntries(PARTY_FIELDS.map((field) => [field, ''])) as Party

/** Buyer, or self-billed supplier, of consolidated documents (Specific Guideline v4.8, appendices 1 and 2). */
export const GENERAL_PUBLIC_PARTY: Party = {
  ...emptyParty,
  ...{ name: 'General Public', tin_no: GENERAL_PUBLIC, identity_type: 'NA', identity_number: 'NA' },
  ...{ address1: 'NA', city: 'NA', state: '17', country: 'MYS', contact_number: 'NA' },
}

/** Defaults of specification 1 §9 and 2 §3. */
export const emptyLine: Omit<LineEntry, 'id'> = {
  classification: '',
  item_description: '',
  unit_price: '0.00',
  quantity: '1.00',
  unit_of_measurement: 'EA',
  tax_type: '06',
  tax_rate: '0.00',
  tax_exemption_reason: '',
  discount_rate: '0.00',
  discount_amount: '0.00',
  charges_rate: '0.00',
  product_tariff: '',
  country_origin: '',
}

export const DEFAULT_EXEMPTION_REASON = 'Non SST Registrant'
export const ZERO_RATE_EXEMPTION_REASON = 'NOT APPLICABLE'
