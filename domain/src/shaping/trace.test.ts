import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEnrichment } from './enrichment.ts'
import { type Mapping, readMappings } from './mappings.ts'
import { shapePayload } from './pipeline.ts'
import { openTrace, TRACE_LINES_MAX } from './trace.ts'

const mapping = (given: Partial<Mapping>): Mapping => ({
  field: 'items.tax_type',
  ...{ mapping_type: 'lookup', lookup_key: '', lookup_value: '', hardcode_value: '', overwrite: false },
  ...given,
})
const MAPPINGS = [
  mapping({ id: 'm1', lookup_key: 'SR', lookup_value: '01' }),
  mapping({ id: 'm2', lookup_key: 'ZR', lookup_value: '06' }),
  mapping({ id: 'm3', lookup_key: '02', lookup_value: '02' }),
  mapping({ id: 'm4', mapping_type: 'hardcode', hardcode_value: '06' }),
  mapping({
    id: 'm5',
    field: 'customer.country',
    mapping_type: 'hardcode',
    hardcode_value: 'MYS',
    overwrite: true,
  }),
]
const DEFAULTS = [{ id: 'd1', field_name: 'invoice_currency', default_value: 'MYR' }]
const SHAPING = { mappings: readMappings(MAPPINGS), enrichment: readEnrichment(DEFAULTS) }

const trace = (raw: unknown) => {
  const { record, told } = openTrace()
  return { shaped: shapePayload(raw, SHAPING, record), ...told() }
}

test('tells in order what each made of the field, and what did nothing', () => {
  const { lines } = trace({ customer: { country: 'SGP' }, items: [{ tax_type: 'SR' }, { tax_type: '' }] })
  expect(lines.map(({ field, by, from, to, id }) => [field, by, from, to, id])).toEqual([
    ['customer.country', 'hardcode', 'SGP', 'MYS', 'm5'],
    ['items.0.tax_type', 'lookup', 'SR', '01', 'm1'],
    ['items.0.tax_type', 'hardcode', '01', null, null],
    ['items.1.tax_type', 'lookup', '', null, null],
    ['items.1.tax_type', 'hardcode', '', '06', 'm4'],
    ['invoice_currency', 'enrichment', '', 'MYR', 'd1'],
  ])
  expect(lines[1]).toMatchObject({ of: 3, lines: 1 })
})

test('what becomes of a value the same value has done nothing', () => {
  const { lines } = trace({ invoice_currency: 'MYR', items: [{ tax_type: '02' }] })
  expect(lines.map(({ to }) => to)).toEqual(['MYS', null, null, null])
})

test('what happens alike at several lines is told once, with their number', () => {
  const { lines } = trace({ items: Array.from({ length: 300 }, () => ({ tax_type: 'ZR' })) })
  expect(lines.filter(({ by }) => by === 'lookup')).toEqual([
    { field: 'items.tax_type', lines: 300, by: 'lookup', from: 'ZR', to: '06', id: 'm2', of: 3 },
  ])
})

test('of very many only so many are told, and how many more there are', () => {
  const { lines, untold } = trace({ items: Array.from({ length: 300 }, (_, at) => ({ tax_type: `T${at}` })) })
  expect([lines.length, untold]).toEqual([TRACE_LINES_MAX, 300 * 2 + 2 - TRACE_LINES_MAX])
})

test('who records changes nothing, and is told every step that is made', () => {
  const text = fc.constantFrom('', ' ', 'SR', 'ZR', '02', 'x')
  const payload = fc.record({
    invoice_currency: text,
    customer: fc.option(fc.record({ country: text })),
    items: fc.oneof(fc.array(fc.record({ tax_type: text }), { maxLength: 4 }), fc.constant('none')),
  })
  fc.assert(
    fc.property(payload, (raw) => {
      const plain = shapePayload(raw, SHAPING)
      const { shaped, lines } = trace(raw)
      expect(shaped).toEqual(plain)
      const made = lines.filter(({ to }) => to !== null).reduce((sum, line) => sum + line.lines, 0)
      expect(made).toBe(plain.steps.length)
    }),
  )
})
