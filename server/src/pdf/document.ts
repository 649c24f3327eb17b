import { renderSVG } from 'uqr'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { buyerOf, isNote, supplierOf, type TaxDocument } from '#domain/documents/document.ts'
import { isOtherDay } from '#domain/documents/issue.ts'
import { saidExemption } from '#domain/documents/stated.ts'
import { isZero } from '#domain/money/decimal.ts'
import { formatExchangeRate } from '#domain/money/figures.ts'
import { formatDate, formatInstant } from '#domain/time/dates.ts'
import { type LineFields, toLineFields } from './lines.ts'
import { MALAY_LABELS } from './malay.ts'
import { type Fact, type PartyFields, stated, toPartyFields } from './party.ts'
import { type TaxFields, type TotalFields, toTaxFields, toTotalFields } from './totals.ts'

export type PdfInput = {
  document: TaxDocument
  status: string
  /** The test system that it belongs to, by its name; null where it goes to the real one. */
  trial: string | null
  /** Printed across the page, such as DRAFT. */
  watermark: string | null
  lhdn: {
    uuid: string
    long_id: string
    validated_at: Date | null
    validation_url: string
    /** When the bytes of LHDN's record were built. */
    issued_at: Date | null
  } | null
  /** The sender entity's logo as a `data:` address (SVG, PNG, JPEG, GIF or WebP), or empty. */
  logo: string
  /** The XML as signed and sent; attached to the PDF. */
  signed_xml: string | null
  generated_at: Date
}

/** What the template prints, as texts: it formats nothing and decides nothing but the layout. */
export type PdfFields = {
  title: string
  number: string
  issuer: string
  currency: string
  watermark: string | null
  meta: Fact[]
  parties: PartyFields[]
  has_discounts: boolean
  has_fees: boolean
  lines: LineFields[]
  taxes: TaxFields[]
  totals: TotalFields[]
  exchange_rate: string
  remarks: Fact[]
  lhdn: { qr_svg: string; link: string; facts: Fact[] } | null
  printed: string
  /** By the English label; those that are the same in both languages have none. */
  malay: Readonly<Record<string, string>>
}

/** What is no longer, or never became, a valid document must not pass for one; nor may a trial. */
const WATERMARKS = { 'User Cancelled': 'CANCELLED', 'Approval Rejected': 'REJECTED' }

const watermarkOf = ({ watermark, status, trial }: PdfInput) =>
  watermark ?? own(WATERMARKS, status) ?? (trial === null ? null : 'TEST')

/** In both languages, as the printed labels are. */
const statusOf = ({ status, trial }: PdfInput) =>
  status && trial !== null ? `${status} (${trial}: no legal effect, tiada kesan undang-undang)` : status

/** Turns a document into the texts of its PDF. Pure: equal input gives equal texts. */
export const toPdfFields = (input: PdfInput): PdfFields => {
  const { document } = input
  const has = (pick: (line: LineFields) => string) => lines.some((line) => pick(line) !== '')
  const lines = document.items.map(toLineFields)
  return {
    title: DOCUMENT_TYPES.describe(document.invoice_type) ?? 'Document',
    number: document.invoice_number,
    issuer: document.sender.name,
    currency: document.invoice_currency,
    watermark: watermarkOf(input),
    meta: metaOf(input),
    parties: [toPartyFields('Supplier', supplierOf(document)), toPartyFields('Buyer', buyerOf(document))],
    has_discounts: has((line) => line.discount),
    has_fees: has((line) => line.fees),
    lines,
    taxes: toTaxFields(document),
    totals: toTotalFields(document),
    exchange_rate: exchangeRateOf(document),
    remarks: remarksOf(document),
    lhdn: lhdnOf(input.lhdn),
    malay: MALAY_LABELS,
    printed: `Printed ${formatInstant(input.generated_at)}`,
  }
}

const metaOf = (input: PdfInput): Fact[] => {
  const { document: d, lhdn } = input
  return stated([
    ['Number', d.invoice_number],
    ...datesOf(d, lhdn?.issued_at ?? null),
    ['Due date', d.payment_due_date ? formatDate(d.payment_due_date) : ''],
    ['e-Invoice type', d.invoice_type],
    ['Currency', d.invoice_currency],
    ['Exchange rate', exchangeRateOf(d)],
    ['Store code', d.sender_store_code],
    ['Original number', isNote(d.invoice_type) ? d.original_inv_number : ''],
    ['Original UUID', isNote(d.invoice_type) ? d.original_inv_ref_number : ''],
    ['Billing period', d.billing_start && d.billing_end ? periodOf(d.billing_start, d.billing_end) : ''],
    ['Billing frequency', d.frequency_of_billing],
    ['Contract no.', d.contract_number],
    ['Agent no.', d.agent_number],
    ['Voluntary disclosure', d.voluntary_disclosure ? 'SVDP' : ''],
    ['Status', statusOf(input)],
  ])
}

/** LHDN's record bears the moment of sending; the clerk's date stands beside it where it is another day. */
const datesOf = (d: TaxDocument, issued_at: Date | null): [label: string, value: string][] => {
  const time = d.invoice_time && `, ${d.invoice_time.slice(0, 5)} MYT`
  const clerks: [string, string] = ['Invoice date', `${formatDate(d.invoice_date)}${time}`]
  if (!issued_at) return [clerks]
  const lhdns: [string, string] = ['e-Invoice date and time', formatInstant(issued_at)]
  return isOtherDay(d.invoice_date, issued_at) ? [lhdns, clerks] : [lhdns]
}

const periodOf = (start: string, end: string) => `${formatDate(start)} – ${formatDate(end)}`

const exchangeRateOf = (d: TaxDocument) =>
  d.invoice_currency === 'MYR'
    ? ''
    : `1 ${d.invoice_currency} = MYR ${formatExchangeRate(d.currency_exchange_rate)}`

/** The document's exemption reason explains why no tax is charged; beside a tax it would contradict itself. */
const remarksOf = (d: TaxDocument): Fact[] =>
  stated([
    ['Tax exemption', isZero(d.total_tax_amount) ? saidExemption(d) : ''],
    ['Remarks', d.document_remarks],
  ])

const lhdnOf = (lhdn: PdfInput['lhdn']): PdfFields['lhdn'] =>
  lhdn && {
    qr_svg: lhdn.validation_url ? renderSVG(lhdn.validation_url, { border: 0, ecc: 'M' }) : '',
    link: lhdn.validation_url,
    facts: stated([
      ['LHDN UUID', lhdn.uuid],
      ['Long ID', lhdn.long_id],
      ['Validated', lhdn.validated_at ? formatInstant(lhdn.validated_at) : ''],
    ]),
  }
