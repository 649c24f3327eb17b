import { expect, test } from 'vitest'
import { CLASSIFICATIONS, CURRENCIES, TAX_TYPES, UNITS } from '#codes/lists.ts'
import { buildDocument, buildLine } from '../../test/build.ts'
import type { LineEntry } from '../documents/document.ts'
import { buildInvoice, unsignedText } from '../ubl/invoice.ts'
import { checkDocument } from './all.ts'
import { DOCUMENT_BYTES_MAX, LINE_BYTES_MIN, LINES_MAX } from './lines.ts'

const shortest = (codes: readonly { code: string }[]) =>
  codes.map(({ code }) => code).sort((one, other) => one.length - other.length)[0] ?? ''

const SMALLEST: Partial<LineEntry> = {
  classification: shortest(CLASSIFICATIONS.rows),
  item_description: 'x',
  unit_price: '0',
  quantity: '1',
  unit_of_measurement: shortest(UNITS.rows),
  tax_rate: '0',
  tax_exemption_reason: '',
}

const documentOf = (line: LineEntry, count: number) =>
  buildDocument({
    invoice_currency: shortest(CURRENCIES.rows),
    items: Array.from({ length: count }, () => line),
  })

const bytesOf = (line: LineEntry, count: number) =>
  Buffer.byteLength(
    unsignedText(buildInvoice(documentOf(line, count), { version: '1.1', issued_at: new Date(0) })),
  )

test('no line that is taken is smaller than the limit of lines supposes', () => {
  const sizes = TAX_TYPES.rows.map(({ code }) => {
    const line = buildLine({
      ...SMALLEST,
      tax_type: code,
      ...(code === 'E' && { tax_exemption_reason: 'x' }),
    })
    expect(checkDocument(documentOf(line, 2), { today: '2026-11-20' }).filter(isOfLine)).toEqual([])
    return bytesOf(line, 2) - bytesOf(line, 1)
  })
  expect(Math.min(...sizes)).toBe(LINE_BYTES_MIN)
})

const isOfLine = ({ field }: { field: string }) => field.startsWith('items')

test('one line more than the limit never fits', () => {
  expect(LINES_MAX * LINE_BYTES_MIN).toBeLessThanOrEqual(DOCUMENT_BYTES_MAX)
  const smallest = buildLine({ ...SMALLEST, tax_type: '06' })
  expect(bytesOf(smallest, LINES_MAX + 1)).toBeGreaterThan(DOCUMENT_BYTES_MAX)
})
