import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DocumentWrite, LineWrite } from '../intake.ts'
import { PartyWrite } from '../party.ts'
import { readQuickly } from './quickly.ts'

const written = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '007',
    '12.50',
    '1,234.5',
    '0.123456789',
    '1e3',
    'MYR',
    '2026-11-22',
    '25:61',
  ),
  fc.constantFrom('x'.repeat(40), 'x'.repeat(700), '😀'.repeat(40), ' both ', 'true', '1'.repeat(16)),
  fc.string({ maxLength: 12 }),
)
const anything = fc.oneof(
  { weight: 20, arbitrary: written },
  fc.constantFrom(undefined, null, true, 0, -0, 12.5, Number.NaN, 1e21, [], {}),
)

/** Some of an object's fields, and now and then one that it has not. */
const someOf = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names, ...names, 'toString', 'stranger'), anything, { maxKeys: 6 })

const line = someOf(Object.keys(LineWrite.shape))
const document = fc
  .record({
    ...{ head: someOf(Object.keys(DocumentWrite.shape)), customer: someOf(Object.keys(PartyWrite.shape)) },
    items: fc.oneof({ weight: 9, arbitrary: fc.array(line, { maxLength: 3 }) }, anything),
  })
  .map(({ head, ...parts }) => ({ ...head, ...parts }))

test('what is read quickly is read as the schema reads it, field by field and in its order', () => {
  let quick = 0
  fc.assert(
    fc.property(document, (payload) => {
      const read = readQuickly(DocumentWrite, payload)
      if (!read) return
      quick += 1
      const { data } = DocumentWrite.safeParse(payload)
      expect(read.data).toStrictEqual(data)
      expect(JSON.stringify(read.data)).toBe(JSON.stringify(data))
    }),
    { numRuns: 3_000 },
  )
  expect(quick).toBeGreaterThan(100)
})

test('an ordinary document is read quickly', () => {
  const ordinary = {
    ...{ invoice_number: 'INV-1', invoice_type: '01', invoice_date: '2026-11-22', source: 'CSV' },
    customer: { name: ' Seri Jaya ', tin_no: 'C25845632020', country: 'MYS' },
    items: [{ item_description: 'Kertas', unit_price: '12.5', quantity: '10', tax_rate: '10' }],
  }
  expect(readQuickly(DocumentWrite, ordinary)?.data).toStrictEqual(DocumentWrite.parse(ordinary))
})
