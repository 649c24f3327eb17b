import { expect, test } from 'vitest'
import { findAll, textAt } from '../../test/reading.ts'
import { buildText, buildTree } from '../../test/tree.ts'
import { DOCUMENT_TYPE_CODES } from '../documents/document.ts'

const original = { original_inv_number: 'INV-7', original_inv_ref_number: 'F9D425P6DS7D8IU0Q2K1ABCD12' }
const REFERENCE = 'BillingReference/InvoiceDocumentReference'

test('a note names number and UUID of its original; an invoice never does', () => {
  for (const invoice_type of DOCUMENT_TYPE_CODES) {
    const tree = buildTree({ invoice_type, ...original })
    const expected = invoice_type.endsWith('1') ? [] : ['INV-7', 'F9D425P6DS7D8IU0Q2K1ABCD12']
    expect(findAll(tree, REFERENCE).flatMap((one) => one.children.map((child) => child.text))).toEqual(
      expected,
    )
  }
})

test('an original without e-invoice is NA', () => {
  const tree = buildTree({ ...original, invoice_type: '12', original_inv_ref_number: 'NA' })
  expect(textAt(tree, `${REFERENCE}/UUID`)).toBe('NA')
})

test('the billing period holds what is known, and is left out when nothing is', () => {
  const period = { billing_start: '2026-10-01', billing_end: '2026-10-31' }
  const partsOf = (overrides: Parameters<typeof buildTree>[0]) =>
    findAll(buildTree(overrides), 'InvoicePeriod').map((one) => one.children.map((child) => child.text))
  expect(partsOf({ ...period, frequency_of_billing: 'Monthly' })).toEqual([
    ['2026-10-01', '2026-10-31', 'Monthly'],
  ])
  expect(partsOf({ frequency_of_billing: 'Weekly' })).toEqual([['Weekly']])
  expect(partsOf({})).toEqual([])
})

test('what the authority has no field for is not sent', () => {
  const text = buildText({
    payment_due_date: '2027-01-31',
    agent_number: 'AGENT-9',
    contract_number: 'CONTRACT-9',
    document_remarks: 'REMARKS-9',
  })
  expect(text).not.toMatch(/2027-01-31|AGENT-9|CONTRACT-9|REMARKS-9/)
})
