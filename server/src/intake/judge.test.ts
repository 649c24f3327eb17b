import { expect, test } from 'vitest'
import { buildInvoice, draftText } from '#domain/ubl/invoice.ts'
import { buildDocument, buildLine } from '../../../domain/test/build.ts'
import { NOON } from '../../test/world.ts'
import { bytesAtMost } from './judge.ts'

const texts = [
  'Wireless keyboard',
  '&'.repeat(300),
  '<"\u00a0>'.repeat(75),
  '纸'.repeat(300),
  '\u{1f4c4}'.repeat(150),
]

test.each(texts)('no document of lines with %j is longer than is said without building it', (text) => {
  for (const lines of [1, 10, 80]) {
    const line = {
      item_description: text,
      tax_exemption_reason: text,
      discount_rate: '5',
      charges_rate: '2.5',
    }
    const items = Array.from({ length: lines }, () => buildLine(line))
    const document = buildDocument({ items, document_remarks: text, prepayment_amount: '12.50' })
    const built = draftText(buildInvoice(document, { version: '1.1', issued_at: NOON }))
    expect(bytesAtMost(document)).toBeGreaterThan(Buffer.byteLength(built))
  }
})
