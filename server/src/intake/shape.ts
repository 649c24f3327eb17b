import type { DocumentWrite } from '#contract/intake.ts'
import {
  DEFAULT_EXEMPTION_REASON,
  type DocumentEntry,
  isSelfBilled,
  type LineEntry,
  type Party,
  ZERO_RATE_EXEMPTION_REASON,
} from '#domain/documents/document.ts'
import { isStated } from '#domain/documents/stated.ts'
import type { Change } from '#domain/identity/normalise.ts'
import { compare, type Decimal, isZero } from '#domain/money/decimal.ts'
import { toCountry, toState, toTaxType } from '#domain/shaping/codes.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import type { Sender } from '../entities/records/find.ts'

/** The payload as an entered document: defaults filled in, names turned into codes, the sender from our own records. */
export const shape = (payload: DocumentWrite, entity: Sender, now: Date): DocumentEntry => ({
  invoice_type: payload.invoice_type,
  selfbilling: payload.selfbilling ?? isSelfBilled(payload.invoice_type),
  document_type: payload.document_type || (isSelfBilled(payload.invoice_type) ? 'SB' : ''),
  source: payload.source,
  invoice_number: payload.invoice_number,
  invoice_date: payload.invoice_date ?? malaysianDate(now),
  invoice_time: payload.invoice_time || malaysianTime(now),
  payment_due_date: payload.payment_due_date,
  ...currencyOf(payload),
  sender_entity_code: entity.entity_code,
  sender_store_code: payload.sender_store_code,
  original_inv_number: payload.original_inv_number,
  original_inv_ref_number: payload.original_inv_ref_number,
  document_remarks: payload.document_remarks,
  prepayment_amount: payload.prepayment_amount,
  rounding_amount: payload.rounding_amount,
  tax_rate: payload.tax_rate,
  tax_exemption_reason:
    payload.tax_exemption_reason || (isZero(payload.tax_rate) ? DEFAULT_EXEMPTION_REASON : ''),
  billing_start: payload.billing_start,
  billing_end: payload.billing_end,
  frequency_of_billing: payload.frequency_of_billing,
  agent_number: payload.agent_number,
  contract_number: payload.contract_number,
  // What is not stated is not part of what is approved either.
  ...(payload.voluntary_disclosure && { voluntary_disclosure: true }),
  sender: senderParty(entity),
  customer: customerParty(payload.customer),
  items: payload.items.map(shapeLine),
})

/** Without a currency it is ringgit, and ringgit has the rate 1 whatever the payload says, which is told. */
const currencyOf = ({ invoice_currency, currency_exchange_rate }: DocumentWrite) =>
  invoice_currency === '' || invoice_currency === 'MYR'
    ? { invoice_currency: 'MYR', currency_exchange_rate: '1' }
    : { invoice_currency, currency_exchange_rate }

/** Whether a rate says something of a currency: one that is empty, 0 or 1 says as much of none. */
export const isRated = ({ currency_exchange_rate: rate }: Pick<DocumentWrite, 'currency_exchange_rate'>) =>
  rate !== '' && !isZero(rate) && compare(rate, '1') !== 0

/** Rates that are stated and not applied: of ringgit, and at lines that bear no tax. */
export const leftOver = (payload: DocumentWrite): Change[] => {
  const { invoice_currency, currency_exchange_rate: from, items } = payload
  const at_lines = items.flatMap((line, at): Change[] =>
    isZero(line.tax_rate) || !isZero(appliedRate(taxTypeOf(line), line))
      ? []
      : [{ field: `items.${at}.tax_rate`, from: line.tax_rate, to: '0', why: 'no tax applies (06)' }],
  )
  if (invoice_currency !== 'MYR' || !isRated(payload)) return at_lines
  return [{ field: 'currency_exchange_rate', from, to: '1', why: 'ringgit has the rate 1' }, ...at_lines]
}

/** Not applicable unless stated; but a rate says that some tax applies, and must not be lost. */
const taxTypeOf = ({ tax_type, tax_rate }: DocumentWrite['items'][number]) =>
  toTaxType(tax_type || (isZero(tax_rate) ? '06' : ''))

const shapeLine = (line: DocumentWrite['items'][number], at: number): LineEntry => {
  const tax_type = taxTypeOf(line)
  const tax_rate = appliedRate(tax_type, line)
  return {
    id: String(line.id ?? at + 1),
    classification: line.classification,
    item_description: line.item_description,
    unit_price: line.unit_price || '0',
    quantity: line.quantity,
    unit_of_measurement: line.unit_of_measurement || 'EA',
    tax_type,
    tax_rate,
    tax_exemption_reason:
      line.tax_exemption_reason || (isZero(tax_rate) && tax_type !== 'E' ? ZERO_RATE_EXEMPTION_REASON : ''),
    discount_rate: line.discount_rate,
    discount_amount: line.discount_amount,
    charges_rate: line.charges_rate,
    product_tariff: line.product_tariff,
    country_origin: isStated(line.country_origin) ? toCountry(line.country_origin) : '',
  }
}

/** A rate left over where no tax applies, and none is stated, means nothing. */
const appliedRate = (tax_type: string, { tax_rate, tax_amount }: DocumentWrite['items'][number]): Decimal =>
  tax_type === '06' && isZero(tax_amount ?? '0') ? '0' : tax_rate

const customerParty = ({
  id,
  image,
  state_display,
  country_display,
  ...party
}: DocumentWrite['customer']): Party => ({
  ...party,
  state: toState(party.state || state_display),
  country: toCountry(party.country || country_display),
})

const senderParty = ({ id, environment, is_active, ...party }: Sender): Party => party
