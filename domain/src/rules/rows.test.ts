import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildCustomer, buildDocument, buildLine } from '../../test/build.ts'
import type { TaxDocument } from '../documents/document.ts'
import { compare } from '../money/decimal.ts'
import { findBreaches } from './fixtures/find-breaches.ts'
import { FORMULA_CHARS_MAX } from './formula.ts'
import type { ValueKind } from './kinds.ts'
import { readPattern } from './regex.ts'
import { isRows, type Operator, operatorsOf, pathsOf, type Row, type Rows } from './rows.ts'
import { rowsOfText } from './rows-read.ts'
import { textOfRows } from './rows-text.ts'
import { compileRule } from './rule.ts'

const row = (field: string, operator: Operator, ...values: string[]): Row => ({
  ...{ field, operator, values, other: false },
})
const TEXTS = ['MYS', 'SGP', '', 'a "quoted" \\ word', 'Ärger, mit\nZeile', "it's // no comment", '14']

describe('rows and their formula', () => {
  test.each<[string, Rows['rows'][number]]>([
    ['total_payable_amount > 10000', row('total_payable_amount', '>', '10000')],
    ['total_payable_amount > -0.50', row('total_payable_amount', '>', '-0.50')],
    ['customer.country != "MYS"', row('customer.country', '!=', 'MYS')],
    ['selfbilling == true', row('selfbilling', '=', 'true')],
    ['agent_number == ""', row('agent_number', 'empty')],
    ['!document_remarks.contains("x")', row('document_remarks', 'not_contains', 'x')],
    ['!(customer.state in ["01", "14"])', row('customer.state', 'not_in', '01', '14')],
    ['regex(agent_number, "A-[0-9]+")', row('agent_number', 'matches', 'A-[0-9]+')],
    ['payment_due_date >= invoice_date', { ...row('payment_due_date', '>=', 'invoice_date'), other: true }],
  ])('%s is a row, both ways', (text, one) => {
    const rows: Rows = { join: 'all', rows: [one] }
    expect(rowsOfText(text, 'document')).toEqual(rows)
    expect(textOfRows(rows, 'document')).toBe(text)
  })

  test.each([
    'items.all(i, i.quantity > 0)',
    '10000 < total_payable_amount',
    'total_payable_amount * 2 > 10',
    'agent_number == "" ? selfbilling : true',
    '!(agent_number == "")',
    'agent_number == "x" // as agreed',
    'selfbilling',
    'customer.name < "M"',
    'round(total_payable_amount, 0) == 5',
    'size(items) > 1',
    'agent_number in [contract_number]',
    'total_payable_amount >',
    'nothing == "x"',
    'line.quantity > 0',
    '',
  ])('%j is shown by no rows', (text) => {
    expect(rowsOfText(text, 'document')).toBeUndefined()
  })

  test('brackets that mean nothing go, others stay', () => {
    const read = (text: string) => {
      const rows = rowsOfText(text, 'line')
      return rows && textOfRows(rows, 'line')
    }
    expect(read('((line.quantity > 1) && (selfbilling == true && line.tax_type == "01"))')).toBe(
      'line.quantity > 1 && selfbilling == true && line.tax_type == "01"',
    )
    const mixed = 'line.quantity > 1 || (selfbilling == true && line.tax_type == "01")'
    expect(read('line.quantity > 1 || selfbilling == true && line.tax_type == "01"')).toBe(mixed)
  })

  test.each<[string, Row]>([
    ['no number', row('total_payable_amount', '>', '1 || true')],
    ['no value', row('customer.name', '=')],
    ['an empty value', row('customer.name', '=', '')],
    ['no date', row('invoice_date', '>', '31/12/2026')],
    ['no such field', row('nothing', '=', 'x')],
    ['an operator of another kind', row('selfbilling', '>', 'true')],
    ['another field of another kind', { ...row('invoice_date', '=', 'customer.name'), other: true }],
  ])('a row with %s is not finished', (_what, one) => {
    const finished = row('selfbilling', '=', 'true')
    expect(textOfRows({ join: 'any', rows: [finished, one] }, 'document')).toBeUndefined()
  })
})

const someValue = (kind: ValueKind) => {
  if (kind === 'decimal') return fc.constantFrom('0', '-5', '137.50', '0.1', '10000', '2')
  if (kind === 'date') return fc.constantFrom('2026-07-15', '2026-01-01', '2027-12-31')
  return kind === 'flag' ? fc.constantFrom('true', 'false') : fc.constantFrom(...TEXTS.filter(Boolean))
}

const rowFor = (field: string, kind: ValueKind) =>
  fc.constantFrom(...operatorsOf(kind)).chain((operator) => {
    if (operator === 'empty' || operator === 'not_empty') return fc.constant(row(field, operator))
    const many = operator === 'in' || operator === 'not_in'
    const value = operator === 'matches' ? fc.constantFrom('.*', '[A-Z]{3}', 'a.*') : someValue(kind)
    const values = fc.array(value, { minLength: 1, maxLength: many ? 3 : 1 })
    return values.map((chosen) => row(field, operator, ...chosen))
  })

const FIELDS = ['total_payable_amount', 'selfbilling', 'invoice_date', 'payment_due_date', 'document_remarks']
  .concat('customer.country', 'customer.name', 'line.quantity', 'line.item_description', 'line.tax_amount')
  .map((field) => [field, pathsOf('line').get(field) ?? 'text'] as const)

const oneRow = fc.oneof(
  ...FIELDS.map(([field, kind]) => rowFor(field, kind)),
  fc.constantFrom<Operator>('=', '!=', '<', '<=', '>', '>=').map((operator) => ({
    ...row('payment_due_date', operator, 'invoice_date'),
    other: true,
  })),
)

/** Groups within a group are joined the other way, and have two members at least: others say the same with fewer. */
const groupsOf = (join: Rows['join'], depth: number): fc.Arbitrary<Rows> => {
  const inner = join === 'all' ? 'any' : 'all'
  const member = depth === 0 ? oneRow : fc.oneof({ weight: 3, arbitrary: oneRow }, groupsOf(inner, depth - 1))
  return fc.array(member, { minLength: 2, maxLength: 4 }).map((rows) => ({ join, rows }))
}
const someRows = fc
  .oneof(
    oneRow.map((one): Rows => ({ join: 'all', rows: [one] })),
    groupsOf('all', 2),
    groupsOf('any', 2),
  )
  // Longer ones no rule may have.
  .filter((rows) => (textOfRows(rows, 'line') ?? '').length <= FORMULA_CHARS_MAX)

const someDocument = fc
  .record({
    document_remarks: fc.constantFrom(...TEXTS),
    country: fc.constantFrom('MYS', 'SGP'),
    name: fc.constantFrom(...TEXTS),
    selfbilling: fc.boolean(),
    payment_due_date: fc.constantFrom(null, '2026-07-15', '2027-12-31'),
    quantity: fc.constantFrom('0', '2', '10000'),
    item_description: fc.constantFrom(...TEXTS),
  })
  .map(({ quantity, item_description, country, name, ...header }) =>
    buildDocument({
      ...header,
      customer: buildCustomer({ country, name }),
      items: [buildLine({ quantity, item_description })],
    }),
  )

describe('whatever the rows', () => {
  test('their formula is read as the same rows', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const text = textOfRows(rows, 'line') ?? ''
        expect([text, rowsOfText(text, 'line')]).toEqual([text, rows])
      }),
    )
  })

  test('their formula says of a document what they say', () => {
    fc.assert(
      fc.property(someRows, someDocument, (rows, document) => {
        const value = textOfRows(rows, 'line') ?? ''
        fc.pre(value.length <= 1_000)
        const rule = compileRule({
          ...{ field: 'items.quantity', condition: 'formula', value, error_message: 'No.' },
        })
        if ('refused' in rule) throw new Error(rule.refused)
        expect([value, findBreaches(document, [rule]).length === 0]).toEqual([value, says(rows, document)])
      }),
    )
  })
})

/** What rows mean, said once more and without CEL. */
const says = (one: Row | Rows, document: TaxDocument): boolean => {
  if (isRows(one)) {
    const all = one.rows.map((each) => says(each, document))
    return one.join === 'all' ? !all.includes(false) : all.includes(true)
  }
  const kind = pathsOf('line').get(one.field) ?? 'text'
  const [first = '', ...others] = one.other ? one.values.map((name) => textAt(document, name)) : one.values
  return meets(textAt(document, one.field), { operator: one.operator, kind, values: [first, ...others] })
}

const textAt = (document: TaxDocument, path: string): string => {
  const [part, name] = path.includes('.') ? path.split('.') : ['', path]
  const of: object =
    part === 'customer' ? document.customer : part === 'line' ? (document.items[0] ?? {}) : document
  return String(new Map(Object.entries(of)).get(name ?? '') ?? '')
}

type Asked = { operator: Operator; kind: ValueKind; values: readonly string[] }

const meets = (text: string, { operator, kind, values }: Asked): boolean => {
  const [value = ''] = values
  const order = kind === 'decimal' ? compare(text, value) : text < value ? -1 : Number(text > value)
  const pattern = operator === 'matches' ? readPattern(value) : undefined
  const meaning: Record<Operator, boolean> = {
    ...{ '=': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0 },
    ...{ '>=': order >= 0, contains: text.includes(value), not_contains: !text.includes(value) },
    ...{ begins: text.startsWith(value), ends: text.endsWith(value), in: values.includes(text) },
    ...{ not_in: !values.includes(text), empty: text === '', not_empty: text !== '' },
    matches: pattern !== undefined && 'matches' in pattern && pattern.matches(text),
  }
  return meaning[operator]
}
