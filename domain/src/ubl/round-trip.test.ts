import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentEntries } from '../../test/arbitraries.ts'
import { ISSUED_AT } from '../../test/fixtures.ts'
import { canonicalOf, findAll, type Node, readTree, textAt } from '../../test/reading.ts'
import { findDisorder } from '../../test/schema-order.ts'
import { checkDocument } from '../checks/all.ts'
import { supplierOf, type TaxDocument } from '../documents/document.ts'
import { calculate } from '../documents/totals.ts'
import { add, compare, round2, subtract } from '../money/decimal.ts'
import { buildInvoice, unsignedText } from './invoice.ts'

const RUNS = 50

const everyDocument = (holds: (tree: Node, document: TaxDocument, text: string) => void) =>
  fc.assert(
    fc.property(documentEntries, (entry) => {
      const document = calculate(entry)
      fc.pre(checkDocument(document, { today: '2026-11-20' }).length === 0)
      const text = unsignedText(buildInvoice(document, { version: '1.1', issued_at: ISSUED_AT }))
      holds(readTree(text), document, text)
    }),
    { numRuns: RUNS },
  )

const sumOf = (nodes: Node[]) => round2(add(...nodes.map((node) => node.text)))

test('any valid document is its own canonical form, in schema order', () => {
  everyDocument((tree, _, text) => {
    expect(canonicalOf(text)).toBe(text)
    expect(findDisorder(tree)).toEqual([])
  })
})

test('any valid document is read back as what it says', () => {
  everyDocument((tree, document) => {
    expect(textAt(tree, 'ID')).toBe(document.invoice_number)
    expect(textAt(tree, 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName')).toBe(
      supplierOf(document).name,
    )
    expect(findAll(tree, 'InvoiceLine/Item/Description').map((node) => node.text)).toEqual(
      document.items.map((line) => line.item_description),
    )
    expect(findAll(tree, 'InvoiceLine/Price/PriceAmount').map((node) => node.text)).toEqual(
      document.items.map((line) => line.unit_price),
    )
    expect(textAt(tree, 'LegalMonetaryTotal/PayableAmount')).toBe(document.total_payable_amount)
  })
})

test('the figures of any valid document add up as the authority’s formulas say', () => {
  everyDocument((tree) => {
    const total = (name: string) => textAt(tree, `LegalMonetaryTotal/${name}`) || '0'
    const tax = textAt(tree, 'TaxTotal/TaxAmount')
    expect(total('LineExtensionAmount')).toBe(sumOf(findAll(tree, 'InvoiceLine/LineExtensionAmount')))
    expect(tax).toBe(sumOf(findAll(tree, 'TaxTotal/TaxSubtotal/TaxAmount')))
    expect(tax).toBe(sumOf(findAll(tree, 'InvoiceLine/TaxTotal/TaxAmount')))
    expect(total('TaxInclusiveAmount')).toBe(round2(add(total('TaxExclusiveAmount'), tax)))
    const paid = textAt(tree, 'PrepaidPayment/PaidAmount') || '0'
    expect(
      compare(
        total('PayableAmount'),
        add(subtract(total('TaxInclusiveAmount'), paid), total('PayableRoundingAmount')),
      ),
    ).toBe(0)
  })
})
