import fc from 'fast-check'
import type { DocumentEntry, LineEntry } from '../src/documents/document.ts'
import { DOCUMENT_TYPE_CODES, isSelfBilled } from '../src/documents/document.ts'
import { textFault } from '../src/text/characters.ts'
import { buildCustomer, buildEntry, buildLine, buildSender } from './build.ts'

/** Plain decimals up to a billion with at most `places` decimals, negative ones too. */
export const decimals = (places: number) => amounts(places, -1_000_000_000)

/** Plain decimals from `min` to a billion with at most `places` decimals. */
const amounts = (places: number, min = 0) =>
  fc
    .tuple(fc.integer({ min, max: 1_000_000_000 }), fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)))
    .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`))

/** Texts as people type them, with everything that XML must escape, but nothing that it cannot carry. */
const texts = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .map((text) => `${text}<&>"'\r\n`.slice(0, maxLength).trim())
    .filter((text) => text !== '' && textFault(text) === undefined)

const taxes = fc.oneof(
  fc.record({
    tax_type: fc.constantFrom('01', '02', '03', '04', '05'),
    tax_rate: fc.constantFrom('0', '5.00', '6', '8.00', '10.00', '12.5'),
    tax_exemption_reason: fc.constant(''),
  }),
  fc.record({
    tax_type: fc.constantFrom('06', 'E'),
    tax_rate: fc.constant('0.00'),
    tax_exemption_reason: fc.constant('Exempt goods'),
  }),
)

export const lineEntries: fc.Arbitrary<LineEntry> = fc
  .record({
    item_description: texts(300),
    unit_price: amounts(8),
    quantity: fc.constantFrom('1', '2.5', '0.00000001', '1000', '3.14159265'),
    discount_rate: fc.constantFrom('0', '0', '5', '12.5', '33.3333', '100'),
    charges_rate: fc.constantFrom('0', '0', '10', '0.0125'),
    country_origin: fc.constantFrom('', 'MYS', 'CHN'),
    product_tariff: fc.constantFrom('', '8471.30.2000'),
    taxes,
  })
  .map(({ taxes, ...line }) => buildLine({ ...line, ...taxes }))

/** Whole documents of all eight types that pass every check. */
export const documentEntries: fc.Arbitrary<DocumentEntry> = fc
  .record({
    invoice_type: fc.constantFrom(...DOCUMENT_TYPE_CODES),
    invoice_number: texts(50),
    currency: fc.constantFrom(['MYR', '1.00'], ['USD', '4.21505'], ['JPY', '0.028']),
    rounding_amount: fc.constantFrom('0.00', '0.02', '-0.99'),
    frequency_of_billing: fc.constantFrom('', 'Monthly'),
    period: fc.constantFrom([null, null], ['2026-10-01', '2026-10-31']),
    sender_name: texts(300),
    customer_name: texts(300),
    customer_email: fc.constantFrom('', 'akaun@selat.example'),
    items: fc.array(lineEntries, { minLength: 1, maxLength: 3 }),
  })
  .map((random) =>
    buildEntry({
      invoice_type: random.invoice_type,
      selfbilling: isSelfBilled(random.invoice_type),
      invoice_number: random.invoice_number,
      invoice_currency: random.currency[0] ?? 'MYR',
      currency_exchange_rate: random.currency[1] ?? '1.00',
      rounding_amount: random.rounding_amount,
      frequency_of_billing: random.frequency_of_billing,
      billing_start: random.period[0] ?? null,
      billing_end: random.period[1] ?? null,
      original_inv_number: 'ORIGINAL-1',
      original_inv_ref_number: 'NA',
      sender: buildSender({ name: random.sender_name }),
      customer: buildCustomer({ name: random.customer_name, email: random.customer_email }),
      items: [...random.items, buildLine({ unit_price: '1.00', discount_rate: '0' })],
    }),
  )

/** What stands in a field that may be left out: something, nothing, or what somebody takes for nothing. */
const optional = (...filled: string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom('', ...filled), weight: 8 },
    { arbitrary: fc.constantFrom(' ', '\u00a0', '\u200b', ' \t', '\ufeff', 'NA'), weight: 1 },
  )

const optionalOfParty = fc.record({
  sst_no: optional('W10-1808-32000012'),
  ttx_no: optional('TTX-1'),
  email: optional('akaun@selat.example'),
  address2: optional('Tingkat 3'),
  address3: optional('Taman Seri'),
  zipcode: optional('80000'),
})

const days = fc.constantFrom(null, '', '2026-10-01', '2026-10-31')

/** The same with every optional field filled in or not; not all of them pass the checks. */
export const sparseEntries: fc.Arbitrary<DocumentEntry> = fc
  .record({
    entry: documentEntries,
    sender: optionalOfParty,
    customer: optionalOfParty,
    abroad: fc.boolean(),
    payment_due_date: days,
    billing_start: days,
    billing_end: days,
    frequency_of_billing: optional('Monthly'),
    agent_number: optional('A-1'),
    contract_number: optional('C-1'),
    document_remarks: optional('Thank you'),
    prepayment_amount: fc.constantFrom('0', '0.00', '0.01'),
    product_tariff: optional('8471.30.2000'),
    country_origin: fc.constantFrom('', 'MYS'),
    unit_of_measurement: fc.constantFrom('', 'EA'),
    tax_exemption_reason: optional('Exempt goods'),
  })
  .map(({ entry, sender, customer, abroad, ...random }) => {
    const { product_tariff, country_origin, unit_of_measurement, tax_exemption_reason, ...header } = random
    const line = { product_tariff, country_origin, unit_of_measurement, tax_exemption_reason }
    const place = abroad ? { country: 'SGP', state: '17' } : {}
    return {
      ...entry,
      ...header,
      sender: { ...entry.sender, ...sender },
      customer: { ...entry.customer, ...customer, ...place },
      items: entry.items.map((one) => ({ ...one, ...line })),
    }
  })

/** The same document as one of another type. */
export const asType = (entry: DocumentEntry, invoice_type: string): DocumentEntry => ({
  ...entry,
  invoice_type,
  selfbilling: isSelfBilled(invoice_type),
})
