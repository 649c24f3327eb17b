import { expect, test } from 'vitest'
import { calculate } from '#domain/documents/totals.ts'
import { type PdfInput, toPdfFields } from './document.ts'
import {
  chenFoods,
  entry,
  exportInvoice,
  input,
  kinabalu,
  line,
  maligai,
  validated,
} from './fixtures/documents.ts'

const fieldsOf = (over: Parameters<typeof entry>[0], more: Partial<PdfInput> = {}) =>
  toPdfFields(input({ ...more, document: calculate(entry(over)) }))
const factOf = (facts: { label: string; value: string }[], label: string) =>
  facts.find((fact) => fact.label === label)?.value

test.each([
  ['01', 'Invoice', kinabalu.name, maligai.name],
  ['02', 'Credit Note', kinabalu.name, maligai.name],
  ['03', 'Debit Note', kinabalu.name, maligai.name],
  ['04', 'Refund Note', kinabalu.name, maligai.name],
  ['11', 'Self-billed Invoice', maligai.name, kinabalu.name],
  ['12', 'Self-billed Credit Note', maligai.name, kinabalu.name],
  ['13', 'Self-billed Debit Note', maligai.name, kinabalu.name],
  ['14', 'Self-billed Refund Note', maligai.name, kinabalu.name],
])('names type %s %s, its supplier and its buyer', (invoice_type, title, supplier, buyer) => {
  const fields = fieldsOf({
    invoice_type,
    original_inv_number: 'SB-7',
    original_inv_ref_number: validated.uuid,
  })
  expect(fields.title).toBe(title)
  expect(fields.parties.map((party) => [party.heading, party.name])).toEqual([
    ['Supplier', supplier],
    ['Buyer', buyer],
  ])
  expect(fields.issuer).toBe(kinabalu.name)
  const isNote = !['01', '11'].includes(invoice_type)
  expect(factOf(fields.meta, 'Original number')).toBe(isNote ? 'SB-7' : undefined)
  expect(factOf(fields.meta, 'Original UUID')).toBe(isNote ? validated.uuid : undefined)
})

test('prints every fact of a party and no empty or inapplicable one', () => {
  const [supplier, buyer] = fieldsOf({ customer: { ...chenFoods, sst_no: 'NA', ttx_no: '' } }).parties
  expect(supplier).toEqual({
    heading: 'Supplier',
    name: 'Kinabalu Trading Sdn Bhd',
    address: [
      'Level 12, Menara Bukit Ceylon',
      '45 Jalan Raja Chulan',
      '50200 Kuala Lumpur, Wilayah Persekutuan Kuala Lumpur',
      'Malaysia',
    ],
    facts: [
      { label: 'TIN', value: 'C2584563200' },
      { label: 'BRN', value: '201901012345' },
      { label: 'SST', value: 'W10-1808-32000123' },
      { label: 'Phone', value: '+60321614455' },
      { label: 'E-mail', value: 'accounts@kinabalu.example' },
      { label: 'MSIC', value: '46411 · Wholesale of textiles' },
    ],
  })
  expect(buyer?.address).toEqual(['广州市越秀区一德路 128 号', '510120 Guangzhou', 'China'])
  expect(buyer?.facts.map((fact) => fact.label)).toEqual(['TIN', 'BRN', 'Phone', 'E-mail'])
})

test('formats dates, period, currency and exchange rate', () => {
  const { meta } = toPdfFields(input({ document: exportInvoice }))
  expect(factOf(meta, 'Invoice date')).toBe('20 Nov 2026, 14:05 MYT')
  expect(factOf(meta, 'Due date')).toBe('20 Dec 2026')
  expect(factOf(meta, 'Billing period')).toBe('1 Oct 2026 – 31 Oct 2026')
  expect(factOf(meta, 'Exchange rate')).toBe('1 USD = MYR 4.2150')
  expect(factOf(meta, 'Contract no.')).toBe('CK-2026-118')
})

test.each([
  ['unsent, the clerk’s date', null, undefined, '20 Nov 2026, 14:05 MYT'],
  ['sent on that day, LHDN’s alone', '2026-11-20T06:07:30Z', '20 Nov 2026, 14:07 MYT', undefined],
  ['sent later, both', '2026-11-20T16:00:30Z', '21 Nov 2026, 00:00 MYT', '20 Nov 2026, 14:05 MYT'],
])('prints the date that LHDN’s record bears: %s', (_, built, lhdns, clerks) => {
  const { meta } = fieldsOf(
    {},
    { lhdn: { ...validated, issued_at: built === null ? null : new Date(built) } },
  )
  expect(factOf(meta, 'e-Invoice date and time')).toBe(lhdns)
  expect(factOf(meta, 'Invoice date')).toBe(clerks)
})

test('prints a line with its quantity, unit, discount, fees and tax', () => {
  const fields = fieldsOf({
    items: [
      line({ unit_price: '1250.5', quantity: '2', discount_amount: '1', tax_type: '01', tax_rate: '10' }),
      line({ charges_rate: '10', product_tariff: '3301.29.90', country_origin: 'MYS' }),
      line({ tax_type: 'E', tax_exemption_reason: 'Schedule A', unit_of_measurement: 'KGM' }),
    ],
  })
  expect(fields.lines[0]).toMatchObject({
    quantity: '2',
    unit: 'each',
    unit_price: '1,250.50',
    discount: '1.00',
    fees: '',
    tax: 'Sales 10%',
    tax_amount: '250.00',
    amount: '2,500.00',
  })
  expect(fields.lines[1]).toMatchObject({
    fees: '12.50',
    tax: 'N/A',
    tax_amount: '',
    details: 'Tariff 3301.29.90 · Origin Malaysia',
  })
  expect(fields.lines[2]).toMatchObject({ tax: 'Exempt', details: 'Exempt: Schedule A', unit: 'kilogram' })
  expect([fields.has_discounts, fields.has_fees]).toEqual([true, true])
})

test('adds up from the subtotal to the payable amount, with ringgit beside a foreign currency', () => {
  const items = [line({ tax_type: '01', tax_rate: '10', discount_amount: '25.00', charges_rate: '2' })]
  const foreign = { invoice_currency: 'USD', currency_exchange_rate: '4.2', items }
  const { totals } = fieldsOf({ ...foreign, rounding_amount: '0.05', prepayment_amount: '10' })
  expect(totals.map((row) => [row.label, row.amount, row.ringgit])).toEqual([
    ['Subtotal', 'USD 125.00', 'MYR 525.00'],
    ['Discount', 'USD -25.00', 'MYR -105.00'],
    ['Fees and charges', 'USD 2.50', 'MYR 10.50'],
    ['Total excluding tax', 'USD 102.50', 'MYR 430.50'],
    ['Total tax', 'USD 10.25', 'MYR 43.05'],
    ['Total including tax', 'USD 112.75', 'MYR 473.55'],
    ['Rounding', 'USD 0.05', 'MYR 0.21'],
    ['Prepayment', 'USD -10.00', 'MYR -42.00'],
    ['Total payable', 'USD 102.80', 'MYR 431.76'],
  ])
  expect(totals.filter((row) => row.strong).map((row) => row.label)).toEqual(['Total payable'])
})

test('leaves out the rows that say nothing', () => {
  const { totals } = fieldsOf({})
  expect(totals.map((row) => row.label)).toEqual([
    'Total excluding tax',
    'Total tax',
    'Total including tax',
    'Total payable',
  ])
  expect(totals.every((row) => row.ringgit === '')).toBe(true)
})

test('sums tax by type and gives the reason of an exemption', () => {
  expect(toPdfFields(input({ document: exportInvoice })).taxes).toEqual([
    { label: 'Sales Tax', taxable: '67,438.74', tax: '6,743.88', reason: '' },
    {
      label: 'Tax exemption',
      taxable: '16,927.00',
      tax: '0.00',
      reason: 'Sales Tax (Persons Exempted) Order 2018, Schedule A',
    },
    { label: 'Service Tax', taxable: '4,662.50', tax: '373.00', reason: '' },
  ])
})

test('states why no tax is charged only where none is', () => {
  const reason = { tax_exemption_reason: 'Schedule A' }
  expect(factOf(fieldsOf({ ...reason, items: [line({})] }).remarks, 'Tax exemption')).toBe('Schedule A')
  const taxed = fieldsOf({ ...reason, items: [line({ tax_type: '01', tax_rate: '10' })] })
  expect(taxed.remarks).toEqual([])
})

test('calls nobody a non-registrant above whose name an SST number stands', () => {
  const untaxed = { items: [line({})], tax_exemption_reason: 'Non SST Registrant' }
  const by = (sst_no: string) => fieldsOf({ ...untaxed, sender: { ...kinabalu, sst_no } }).remarks
  expect(by(kinabalu.sst_no)).toEqual([])
  expect(factOf(by('NA'), 'Tax exemption')).toBe('Non SST Registrant')
})

test('shows the proof of validation only when there is one', () => {
  expect(fieldsOf({}).lhdn?.facts).toEqual([
    { label: 'LHDN UUID', value: validated.uuid },
    { label: 'Long ID', value: validated.long_id },
    { label: 'Validated', value: '20 Nov 2026, 14:07 MYT' },
  ])
  expect(fieldsOf({}, { lhdn: null }).lhdn).toBeNull()
  const submitted = { ...validated, long_id: '', validation_url: '', validated_at: null }
  expect(fieldsOf({}, { lhdn: submitted }).lhdn?.qr_svg).toBe('')
})

test('marks a cancelled and a rejected document across the page', () => {
  expect(fieldsOf({}, { status: 'User Cancelled' }).watermark).toBe('CANCELLED')
  expect(fieldsOf({}, { status: 'Approval Rejected' }).watermark).toBe('REJECTED')
  expect(fieldsOf({}, { status: 'Validated' }).watermark).toBeNull()
  expect(fieldsOf({}, { status: 'Pending Approval', watermark: 'DRAFT' }).watermark).toBe('DRAFT')
})
