import { describe, expect, test } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { ISSUED_AT, readFixtures } from '../../test/fixtures.ts'
import { expectGolden } from '../../test/golden.ts'
import { canonicalByXmllint, canonicalOf, readTree, textAt } from '../../test/reading.ts'
import { findDisorder } from '../../test/schema-order.ts'
import { checkDocument } from '../checks/all.ts'
import { DOCUMENT_TYPE_CODES } from '../documents/document.ts'
import { buildInvoice, unsignedText } from './invoice.ts'

const fixtures = readFixtures().map((fixture) => ({
  ...fixture,
  built: unsignedText(buildInvoice(fixture.document, { version: '1.1', issued_at: ISSUED_AT })),
}))

test('the fixtures cover all eight document types', () => {
  const types = new Set(fixtures.map(({ document }) => document.invoice_type))
  expect([...types].sort()).toEqual([...DOCUMENT_TYPE_CODES])
})

describe.each(fixtures)('$name', ({ name, document, built }) => {
  test('passes every check of the portal', () => {
    expect(checkDocument(document, { today: '2026-11-20' })).toEqual([])
  })

  test('is built as the golden file has it', () => {
    expectGolden(`domain/fixtures/ubl/${name}.xml`, built)
  })

  test('is its own canonical form, by libxml2 and by xmllint', () => {
    expect(canonicalOf(built)).toBe(built)
    expect(canonicalByXmllint(built) ?? built).toBe(built)
  })

  test('keeps the order of the UBL schema and names only what the authority lists', () => {
    expect(findDisorder(readTree(built))).toEqual([])
  })
})

test('issue date and time are UTC to the second, whatever the Malaysian date is', () => {
  const issued_at = new Date('2026-11-20T17:00:00.999Z')
  const tree = readTree(unsignedText(buildInvoice(buildDocument(), { version: '1.0', issued_at })))
  expect(textAt(tree, 'IssueDate')).toBe('2026-11-20')
  expect(textAt(tree, 'IssueTime')).toBe('17:00:00Z')
})

test('the version stands in the document that is hashed', () => {
  const { header } = buildInvoice(buildDocument(), { version: '1.0', issued_at: ISSUED_AT })
  expect(header).toContain('<cbc:InvoiceTypeCode listVersionID="1.0">01</cbc:InvoiceTypeCode>')
})

test('the supplier opens the last piece, so that the pointer to the signature goes right before it', () => {
  const { opening, rest } = buildInvoice(buildDocument(), { version: '1.1', issued_at: ISSUED_AT })
  expect(opening).toMatch(/^<Invoice [^<>]*>$/)
  expect(rest).toMatch(/^<cac:AccountingSupplierParty>.*<\/Invoice>$/s)
})
