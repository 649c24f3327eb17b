import { expect, test } from 'vitest'
import { editLine } from './edit.ts'
import { buildDetail, buildForm, buildLine, kinabalu, opening } from './examples.ts'
import { toRequest, toTemplate } from './request.ts'
import type { DocumentForm, FormLine } from './state.ts'
import { copyOf, fromDocument, fromTemplate, isWholeInTemplate, noteFor, successorOf } from './wire.ts'

test('a document comes back into the form as the clerk typed it', () => {
  const form = fromDocument(buildDetail(), opening)
  expect(form).toMatchObject({
    invoice_number: 'M-KUL01000012',
    invoice_date: '2026-11-18',
    payment_due_date: '2026-12-18',
    currency_exchange_rate: '4.2150',
    billing_start: '',
    sender: { name: kinabalu.name, sender_entity_id: 'e-1' },
  })
  expect(form.items[0]).toMatchObject({ unit_price: '50.00', quantity: '2.00', tax_rate: '6.00' })
})

test('a document sent again unchanged has the figures it had', () => {
  const detail = buildDetail()
  const request = toRequest(fromDocument(detail, opening), '10:00:00')
  for (const key of ['total_payable_amount', 'total_tax_amount', 'currency_exchange_rate'] as const) {
    expect(request[key]).toBe(detail[key])
  }
})

test('a saved template opens as the form that saved it, of today, without a number or a day to be paid by', () => {
  const saved = buildForm({
    ...{ invoice_date: '2026-01-05', payment_due_date: '2026-02-05' },
    document_remarks: 'Monthly rental',
  })
  const content = JSON.parse(JSON.stringify(toRequest(saved, '10:00:00')))
  const opened = fromTemplate(content, opening)
  expect(opened).toMatchObject({
    invoice_date: '2026-11-20',
    invoice_number: '',
    payment_due_date: '',
    document_remarks: 'Monthly rental',
  })
  expect(opened.sender?.tin_no).toBe(kinabalu.tin_no)
  expect(opened.items).toHaveLength(1)
})

test('a template that was saved from a note names no original, and nothing that was paid for it', () => {
  const paid = { prepayment_amount: '20.00', rounding_amount: '0.02' }
  const corrected = { original_inv_number: 'M-KUL01000003', original_inv_ref_number: 'A'.repeat(26) }
  const saved = toTemplate(buildForm({ invoice_type: '02', ...corrected, ...paid }), '10:00:00')
  expect(fromTemplate(JSON.parse(JSON.stringify(saved)), opening)).toMatchObject({
    invoice_type: '02',
    ...{ original_inv_number: '', original_inv_ref_number: '' },
    ...{ prepayment_amount: '0.00', rounding_amount: '0.02' },
  })
})

test('what is of one document alone is known to be in no template', () => {
  const today = { invoice_date: opening.today, invoice_number: '', payment_due_date: '' }
  const isWhole = (said: Partial<DocumentForm>) =>
    isWholeInTemplate(buildForm({ ...today, ...said }), opening)
  expect(isWhole({ document_remarks: 'Monthly rental', prepayment_amount: '0' })).toBe(true)
  // What was typed of an original is no part of an invoice.
  expect(isWhole({ invoice_type: '01', original_inv_number: 'M-KUL01000003' })).toBe(true)
  expect(isWhole({ invoice_type: '02', original_inv_number: 'M-KUL01000003' })).toBe(false)
  expect(isWhole({ invoice_date: '2026-11-19' })).toBe(false)
  expect(isWhole({ payment_due_date: '2026-12-18' })).toBe(false)
  expect(isWhole({ prepayment_amount: '20.00' })).toBe(false)
})

/** A line as it was saved, opened again, and what its discount is for ten pieces. */
const forTen = (saved: Partial<FormLine>) => {
  const form = buildForm({ items: [buildLine({ unit_price: '100.00', quantity: '1.00', ...saved })] })
  const [line] = fromTemplate(JSON.parse(JSON.stringify(toRequest(form, '10:00:00'))), opening).items
  const { discount_rate, discount_amount } = editLine(line ?? buildLine(), 'quantity', '10')
  return { discount_rate, discount_amount }
}

test('a discount that was typed per cent stays one per cent', () => {
  const at = (unit_price: string) => buildLine({ unit_price, quantity: '1.00' })
  expect(forTen(editLine(at('100.00'), 'discount_rate', '10'))).toEqual({
    discount_rate: '10.00',
    discount_amount: '100.00',
  })
  // To the cent, at a rate of many places and a price of thousands.
  expect(forTen(editLine(at('1,234.50'), 'discount_rate', '3.125'))).toEqual({
    discount_rate: '3.125',
    discount_amount: '385.78',
  })
  // A rate alone, as other programs send it.
  expect(forTen({ discount_rate: '10', discount_amount: '0.00' }).discount_amount).toBe('100.00')
})

test('a discount that was typed as an amount stays one', () => {
  expect(
    forTen(editLine(buildLine({ unit_price: '99.00', quantity: '1.00' }), 'discount_amount', '7')),
  ).toEqual({
    discount_rate: '0.71',
    discount_amount: '7.00',
  })
  // What other programs say may not fit together; then the amount rules.
  expect(forTen({ discount_rate: '10', discount_amount: '12.00' })).toMatchObject({
    discount_amount: '12.00',
  })
  expect(forTen({})).toEqual({ discount_rate: '0.00', discount_amount: '0.00' })
})

test('a template of any shape opens without harm', () => {
  const opened = fromTemplate(
    { items: ['x', null, { quantity: 7 }], customer: 'nobody', tax_rate: {} },
    opening,
  )
  expect(opened.customer).toBeNull()
  expect(opened.tax_rate).toBe('0.00')
  expect(opened.items.map((line) => line.quantity)).toEqual(['7.00'])
})

test('a note names the document that it corrects and keeps its parties and lines', () => {
  const note = noteFor(buildDetail(), '02', opening)
  expect(note).toMatchObject({
    invoice_type: '02',
    invoice_number: '',
    original_inv_number: 'M-KUL01000012',
    original_inv_ref_number: 'F9D425P6DS7D8IU0123456789A',
    prepayment_amount: '0.00',
  })
  expect(noteFor(buildDetail({ invoice_type: '11', selfbilling: true }), '04', opening).invoice_type).toBe(
    '14',
  )
})

test('what corrects a voluntary disclosure is none by itself, what replaces or copies one is', () => {
  const disclosed = buildDetail({ voluntary_disclosure: true })
  expect(noteFor(disclosed, '03', opening).voluntary_disclosure).toBe(false)
  expect(successorOf(disclosed, opening).voluntary_disclosure).toBe(true)
  expect(copyOf(disclosed, opening).voluntary_disclosure).toBe(true)
})

const note = buildDetail({ original_inv_number: 'M-KUL01000003', original_inv_ref_number: 'A'.repeat(26) })

test('what replaces a document says all that it says, under a number and a date of its own', () => {
  const said = fromDocument(note, opening)
  expect(successorOf(note, opening)).toEqual({ ...said, invoice_number: '', invoice_date: '2026-11-20' })
})

test('a copy refers to no other document, is due on no past day, not paid for, and asks for its rate', () => {
  const copied = copyOf(note, opening)
  expect(copied).toEqual({
    ...successorOf(note, opening),
    ...{ payment_due_date: '', original_inv_number: '', original_inv_ref_number: '' },
    ...{ prepayment_amount: '0.00', currency_exchange_rate: '' },
  })
  expect(toRequest(copied, '10:00:00').total_payable_amount).toBe('106.02')
})

test('a copy, or a template, of a consolidated document asks for its month, any other keeps its period', () => {
  const october = { billing_start: '2026-10-01', billing_end: '2026-10-31' }
  const { items } = buildDetail()
  const periodsOf = (classification: string) => {
    const detail = buildDetail({ ...october, items: items.map((line) => ({ ...line, classification })) })
    const opened = [copyOf(detail, opening), fromTemplate(detail, opening), successorOf(detail, opening)]
    return opened.map(({ billing_start, billing_end }) => [billing_start, billing_end])
  }
  const [start, end] = [october.billing_start, october.billing_end]
  expect(periodsOf('004')).toEqual([
    ['', ''],
    ['', ''],
    [start, end],
  ])
  expect(periodsOf('022')).toEqual([
    [start, end],
    [start, end],
    [start, end],
  ])
})
