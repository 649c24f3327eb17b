import { expect, test } from 'vitest'
import { buildDocument, buildLine } from '../../test/build.ts'
import { buyerOf, DOCUMENT_TYPE_CODES, isConsolidated, isNote, isSelfBilled, supplierOf } from './document.ts'

test('the issuer is the supplier, but the buyer of self-billed documents', () => {
  for (const invoice_type of DOCUMENT_TYPE_CODES) {
    const document = buildDocument({ invoice_type })
    const [supplier, buyer] = invoice_type.startsWith('1')
      ? [document.customer, document.sender]
      : [document.sender, document.customer]
    expect(supplierOf(document)).toBe(supplier)
    expect(buyerOf(document)).toBe(buyer)
  }
})

test('six of the eight types correct another document', () => {
  expect(DOCUMENT_TYPE_CODES.filter(isNote)).toEqual(['02', '03', '04', '12', '13', '14'])
  expect(DOCUMENT_TYPE_CODES.filter(isSelfBilled)).toEqual(['11', '12', '13', '14'])
})

test('a document is consolidated when every line is classified 004', () => {
  const receipt = buildLine({ classification: '004' })
  expect(isConsolidated([receipt, receipt])).toBe(true)
  expect(isConsolidated([receipt, buildLine()])).toBe(false)
  expect(isConsolidated([])).toBe(false)
})
