import { expect, test } from 'vitest'
import { DocumentWrite } from '#contract/intake.ts'
import { buildForm, buildLine, buyer } from './examples.ts'
import { toDocument, toRequest, toTemplate } from './request.ts'

test('the payload is what the contract takes, with figures at two decimals', () => {
  const form = buildForm({
    rounding_amount: '0.02',
    prepayment_amount: '1,000',
    items: [
      buildLine({ unit_price: '1,250', quantity: '2', tax_type: '02', tax_rate: '8', discount_amount: '50' }),
    ],
  })
  const request = toRequest(form, '14:05:09')
  expect(DocumentWrite.safeParse(request)).toMatchObject({ success: true })
  expect(request).toMatchObject({
    source: 'UI',
    document_type: '',
    invoice_time: '14:05:09',
    currency_exchange_rate: '1.00',
    prepayment_amount: '1000.00',
    total_excluding_tax: '2450.00',
    total_tax_amount: '196.00',
    total_including_tax: '2646.00',
    total_payable_amount: '1646.02',
    sender_entity_code: '1000000000000001',
    billing_start: null,
  })
  expect(request.items[0]).toMatchObject({ unit_price: '1250.00', quantity: '2.00', subtotal: '2500.00' })
  expect(request).not.toHaveProperty('sender')
  expect(request.customer).not.toHaveProperty('sender_entity_id')
})

test('a self-billed document says SB, an edit names the row and its revision', () => {
  const form = buildForm({ selfbilling: true, invoice_type: '11' })
  const editing = { uuid: '6f1c0a52-6a55-4a0e-9a43-7d3f3b7d0001', revision: 2 }
  expect(toRequest(form, '09:00:00', editing)).toMatchObject({ document_type: 'SB', ...editing })
})

test('what was typed of an original goes with a note alone', () => {
  const typed = { original_inv_number: 'N'.repeat(60), original_inv_ref_number: 'NA' }
  expect(toDocument(buildForm({ ...typed, invoice_type: '02' }))).toMatchObject(typed)
  expect(toDocument(buildForm({ ...typed, invoice_type: '' }))).toMatchObject(typed)
  const none = { original_inv_number: '', original_inv_ref_number: '' }
  expect(toDocument(buildForm({ ...typed, invoice_type: '01' }))).toMatchObject(none)
  expect(toDocument(buildForm({ ...typed, invoice_type: '11' }))).toMatchObject(none)
})

test('an original that was pasted with blanks is the one that LHDN knows', () => {
  const pasted = { original_inv_number: ' INV-7 ', original_inv_ref_number: `\t${'A'.repeat(26)} ` }
  expect(toDocument(buildForm({ ...pasted, invoice_type: '02' }))).toMatchObject({
    original_inv_number: 'INV-7',
    original_inv_ref_number: 'A'.repeat(26),
  })
})

test('a line at rate zero is NOT APPLICABLE, an exempt one keeps its words, a taxed one has none', () => {
  const items = [
    buildLine(),
    buildLine({ tax_type: 'E', tax_exemption_reason: ' Books for schools ' }),
    buildLine({ tax_type: '01', tax_rate: '5', tax_exemption_reason: 'left over' }),
  ]
  const reasons = toDocument(buildForm({ items })).items.map((line) => line.tax_exemption_reason)
  expect(reasons).toEqual(['NOT APPLICABLE', 'Books for schools', ''])
})

test('half-typed figures count as zero and never break the totals', () => {
  const items = [buildLine({ quantity: '1.' }), buildLine({ unit_price: '-' }), buildLine({ quantity: '2' })]
  expect(toDocument(buildForm({ items })).total_payable_amount).toBe('77.00')
})

test('the other side’s identity goes out as LHDN takes it, our own company’s as its page says', () => {
  const pasted = { ...buyer, tin_no: 'c1234567890\u200b', contact_number: '+60 3-2123 4567' }
  const request = toRequest(buildForm({ customer: pasted }), '14:05:09')
  expect(request.customer).toMatchObject({ tin_no: 'C1234567890', contact_number: '+60321234567' })
  expect(toDocument(buildForm({ sender: { ...buyer, tin_no: 'c1234567890' } })).sender.tin_no).toBe(
    'c1234567890',
  )
})

test('a template keeps no number, and an exchange rate only where one was typed', () => {
  const rateOf = (currency_exchange_rate: string, invoice_currency = 'USD') => {
    const kept = toTemplate(buildForm({ invoice_currency, currency_exchange_rate }), '14:05:09')
    expect(kept.invoice_number).toBe('')
    return kept.currency_exchange_rate
  }
  expect(rateOf('')).toBe('')
  expect(rateOf('4.2')).toBe('4.2000')
  expect(rateOf('', 'MYR')).toBe('1.00')
})
