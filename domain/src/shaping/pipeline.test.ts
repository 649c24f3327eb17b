import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINES_MAX } from '../checks/lines.ts'
import { type EnrichmentDefault, readEnrichment } from './enrichment.ts'
import { FIELDS } from './fields.ts'
import { type Mapping, readMappings } from './mappings.ts'
import { STEPS_TOLD_MAX, shapePayload, tellSteps } from './pipeline.ts'
import { STEP_CHARS_MAX, type Step } from './walk.ts'

const mapping = (given: Partial<Mapping>): Mapping => ({
  field: 'sender_store_code',
  ...{ mapping_type: 'lookup', lookup_key: '', lookup_value: '', hardcode_value: '', overwrite: false },
  ...given,
})
const lookup = (field: string, lookup_key: string, lookup_value: string) =>
  mapping({ field, lookup_key, lookup_value })
const hardcode = (field: string, hardcode_value: string, overwrite = false) =>
  mapping({ field, mapping_type: 'hardcode', hardcode_value, overwrite })
const fill = (field_name: string, default_value: string): EnrichmentDefault => ({ field_name, default_value })

const shape = (raw: unknown, mappings: Mapping[], defaults: EnrichmentDefault[] = []) =>
  shapePayload(raw, { mappings: readMappings(mappings), enrichment: readEnrichment(defaults) })

describe('a look-up', () => {
  const kl = [lookup('sender_store_code', 'KL-HQ', 'KUL01')]

  test.each<[unknown, unknown]>([
    ['KL-HQ', 'KUL01'],
    ['  KL-HQ ', 'KUL01'],
    ['kl-hq', 'kl-hq'],
    ['KL-HQ2', 'KL-HQ2'],
    ['', ''],
    [['KL-HQ'], ['KL-HQ']],
    [{ toString: 'KL-HQ' }, { toString: 'KL-HQ' }],
  ])('of KL-HQ makes %j %j', (came, shaped) => {
    expect(shape({ sender_store_code: came }, kl).payload).toEqual({ sender_store_code: shaped })
  })

  test('compares numbers and switches by their text', () => {
    const mappings = [lookup('invoice_type', '1', '01'), lookup('selfbilling', 'true', 'false')]
    expect(shape({ invoice_type: 1, selfbilling: true }, mappings).payload).toEqual({
      invoice_type: '01',
      selfbilling: 'false',
    })
  })

  test('sees a value as it came: there are no chains', () => {
    const ring = [lookup('items.tax_type', '01', '02'), lookup('items.tax_type', '02', '01')]
    const { payload } = shape({ items: [{ tax_type: '01' }, { tax_type: '02' }] }, ring)
    expect(payload).toEqual({ items: [{ tax_type: '02' }, { tax_type: '01' }] })
  })

  test('of a state reads its name where it came without a code', () => {
    const states = [lookup('customer.state', 'Wilayah', '14')]
    expect(shape({ customer: { state: '', state_display: 'Wilayah' } }, states).payload).toMatchObject({
      customer: { state: '14' },
    })
    const named = { customer: { state_display: 'Selangor' } }
    expect(shape(named, [], [fill('customer.state', '14')]).payload).toBe(named)
  })
})

describe('a hardcode', () => {
  test.each([
    ['', 'MYR', 'MYR'],
    [null, 'MYR', 'MYR'],
    [' \u200b ', 'MYR', 'MYR'],
    ['USD', 'USD', 'MYR'],
    [['USD'], ['USD'], ['USD']],
  ])('makes %j %j, and where it overwrites %j', (came, kept, overwritten) => {
    const currency = (overwrite: boolean) =>
      shape({ invoice_currency: came }, [hardcode('invoice_currency', 'MYR', overwrite)]).payload
    expect([currency(false), currency(true)]).toEqual([
      { invoice_currency: kept },
      { invoice_currency: overwritten },
    ])
  })

  test('comes after the look-up, and both are told', () => {
    const both = [lookup('invoice_currency', 'RM', 'MYR'), hardcode('invoice_currency', 'SGD', true)]
    expect(shape({ invoice_currency: 'RM' }, both).steps).toEqual([
      { field: 'invoice_currency', from: 'RM', to: 'MYR', by: 'lookup' },
      { field: 'invoice_currency', from: 'MYR', to: 'SGD', by: 'hardcode' },
    ])
  })
})

describe('enrichment', () => {
  test('fills what is empty after the mappings, in each line, and leaves what is said', () => {
    const raw = { items: [{ tax_type: '' }, { tax_type: '01' }, {}, 'no line'] }
    const { payload, steps } = shape(raw, [], [fill('items.tax_type', '06')])
    expect(payload).toEqual({
      items: [{ tax_type: '06' }, { tax_type: '01' }, { tax_type: '06' }, 'no line'],
    })
    expect(steps.map(({ field }) => field)).toEqual(['items.0.tax_type', 'items.2.tax_type'])
    const fixed = [hardcode('items.tax_type', '02')]
    expect(shape({ items: [{}] }, fixed, [fill('items.tax_type', '06')]).payload).toEqual({
      items: [{ tax_type: '02' }],
    })
  })

  test('says everything of a customer of whom nothing came, and nothing of one that is none', () => {
    const name = [fill('customer.name', 'General Public')]
    for (const raw of [{}, { customer: null }])
      expect(shape(raw, [], name).payload).toMatchObject({ customer: { name: 'General Public' } })
    for (const customer of ['x', [], 7]) expect(shape({ customer }, [], name).payload).toEqual({ customer })
  })
})

describe('an odd payload', () => {
  const all = FIELDS.flatMap(({ value }) => [lookup(value, 'a', 'b'), hardcode(value, 'c', true)])

  test.each([undefined, null, 7, 'text', [[]], [{ invoice_type: 'a' }]])('stays as it came: %j', (raw) => {
    expect(shape(raw, all)).toEqual({ payload: raw, steps: [] })
  })

  test('with more lines than fit is left to be refused', () => {
    const raw = { items: Array.from({ length: LINES_MAX + 1 }, () => ({ tax_type: 'a' })) }
    expect(shape(raw, [lookup('items.tax_type', 'a', 'b')]).payload).toBe(raw)
  })

  test('keeps a field named like what every object inherits, and gains none', () => {
    const raw = JSON.parse('{"__proto__":{"invoice_type":"a"},"constructor":"a","invoice_currency":"a"}')
    const { payload } = shape(raw, [lookup('invoice_currency', 'a', 'b'), lookup('invoice_type', 'a', 'b')])
    expect(JSON.stringify(payload)).toBe(
      '{"__proto__":{"invoice_type":"a"},"constructor":"a","invoice_currency":"b"}',
    )
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype)
  })

  test('whose value has no end is told by its beginning', () => {
    const [step] = shape({ document_remarks: 'x'.repeat(1e6) }, [
      hardcode('document_remarks', 'y', true),
    ]).steps
    expect(step?.from).toHaveLength(STEP_CHARS_MAX)
  })
})

const words = fc.constantFrom('', ' ', 'a', ' b', 'c ', 'd')
const leaf = fc.oneof(words, fc.constantFrom(null, undefined, 1, true, ['a'], { a: 'a' }))
const part = (of: string) =>
  fc.dictionary(fc.constantFrom(...FIELDS.filter((field) => field.part === of).map(({ name }) => name)), leaf)
const payloads = fc
  .record({ head: part('document'), customer: fc.option(part('customer')), items: fc.array(part('items')) })
  .map(({ head, ...rest }) => ({ ...head, ...rest }))
const names = fc.constantFrom(...FIELDS.map(({ value }) => value))
const given = fc.constantFrom('a', 'b', 'c', 'e')
const mappings = fc.array(
  fc.oneof(
    fc.tuple(names, given, given).map(([field, key, value]) => lookup(field, key, value)),
    fc.tuple(names, given, fc.boolean()).map(([field, value, over]) => hardcode(field, value, over)),
  ),
)
const defaults = fc.array(fc.tuple(names, given).map(([field, value]) => fill(field, value)))

/** The value at a step's place. */
const at = (payload: unknown, field: string) =>
  field.split('.').reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], payload)

describe('whatever comes, under whatever rules', () => {
  test('it is not changed itself, and differs afterwards exactly where a step says so', () => {
    fc.assert(
      fc.property(payloads, mappings, defaults, (raw, rules, filled) => {
        const before = structuredClone(raw)
        const { payload, steps } = shape(raw, rules, filled)
        expect(raw).toEqual(before)
        const last = new Map(steps.map((step) => [step.field, step.to]))
        for (const [field, to] of last) expect(at(payload, field)).toBe(to)
        const places = FIELDS.flatMap(({ value, part: of, name }) =>
          of === 'items' ? raw.items.map((_, line) => `items.${line}.${name}`) : [value],
        )
        for (const place of places) if (!last.has(place)) expect(at(payload, place)).toEqual(at(raw, place))
      }),
    )
  })

  test('what comes back to what it was is written as the last step says', () => {
    const field = 'items.tax_exemption_reason'
    const empty = { lookup_key: '', lookup_value: '', hardcode_value: '', overwrite: false }
    const rules: Mapping[] = [
      { ...empty, field, mapping_type: 'lookup', lookup_key: 'b', lookup_value: 'a' },
      { ...empty, field, mapping_type: 'hardcode', hardcode_value: 'b', overwrite: true },
    ]
    const { payload, steps } = shape({ items: [{ tax_exemption_reason: ' b' }] }, rules, [])
    expect(steps.map(({ to }) => to)).toEqual(['a', 'b'])
    expect(payload).toEqual({ items: [{ tax_exemption_reason: 'b' }] })
  })

  test('defaults and fixed values do nothing more the second time', () => {
    const fixed = mappings.map((all) => all.filter(({ mapping_type }) => mapping_type === 'hardcode'))
    fc.assert(
      fc.property(payloads, fixed, defaults, (raw, rules, filled) => {
        const once = shape(raw, rules, filled)
        expect(shape(once.payload, rules, filled).steps).toEqual([])
      }),
    )
  })
})

describe('what is told', () => {
  const step = (field: string, from = ''): Step => ({ field, from, to: 'x', by: 'enrichment' })

  test('is each step, and what happened alike at several lines once', () => {
    const steps = [step('document_remarks'), step('items.0.tax_type'), step('items.12.tax_type')]
    expect(tellSteps([...steps, step('items.3.tax_type', 'y')])).toEqual([
      { field: 'document_remarks', from: '', to: 'x', why: 'enrichment default' },
      { field: 'items.tax_type', from: '', to: 'x', why: 'enrichment default, in 2 lines' },
      { field: 'items.3.tax_type', from: 'y', to: 'x', why: 'enrichment default' },
    ])
  })

  test('is bounded, and what is untold is counted', () => {
    const many = Array.from({ length: STEPS_TOLD_MAX + 25 }, (_, at) => step(`items.${at}.id`, `from ${at}`))
    const told = tellSteps(many)
    expect([told.length, told.at(-1)?.why]).toEqual([STEPS_TOLD_MAX + 1, 'And 25 more.'])
  })
})
