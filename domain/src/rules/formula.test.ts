import { describe, expect, test } from 'vitest'
import { buildCustomer, buildDocument, buildLine } from '../../test/build.ts'
import { LINES_MAX } from '../checks/lines.ts'
import type { DocumentEntry } from '../documents/document.ts'
import { findBreaches } from './fixtures/find-breaches.ts'
import { compileRule } from './rule.ts'

const ruleOf = (value: string, field = 'document_remarks') =>
  compileRule({ field, condition: 'formula', value, error_message: 'Not so.' })

const ask = (value: string, document: Partial<DocumentEntry> = {}) => {
  const rule = ruleOf(value)
  if ('refused' in rule) throw new Error(rule.refused)
  const [breach] = findBreaches(buildDocument(document), [rule])
  return breach?.message ?? true
}

/** Two lines: 10 × 12.50 and 3 × 0.10, without tax. */
const TWO: Partial<DocumentEntry> = {
  items: [
    buildLine({ unit_price: '12.50', quantity: '10', tax_type: '06', tax_rate: '0', classification: '022' }),
    buildLine({ unit_price: '0.10', quantity: '3', tax_type: '06', tax_rate: '0', classification: '004' }),
  ],
}

test.each<[string, Partial<DocumentEntry>?]>([
  ['invoice_currency == "MYR"'],
  ['total_payable_amount == 125.30', TWO],
  ['total_payable_amount == 125.3 && total_payable_amount > 125', TWO],
  ['items[1].unit_price * 3 == 0.3', TWO],
  ['decimal("0.1") + decimal("0.2") == 0.3'],
  ['round(total_payable_amount / 3, 2) == 41.77', TWO],
  ['sum(items.map(i, i.subtotal)) == total_excluding_tax', TWO],
  ['items.all(i, i.quantity > 0)', TWO],
  ['items.exists(i, i.classification in ["004", "005"])', TWO],
  ['items.filter(i, i.quantity > 5).size() == 1', TWO],
  ['items.all(a, items.filter(b, b.classification == a.classification).size() == 1)', TWO],
  ['customer.name.startsWith("Sel") && customer.email == ""', { customer: buildCustomer({ email: '' }) }],
  ['regex(customer.zipcode, "[0-9]{5}")'],
  ['payment_due_date == "" || days(invoice_date, payment_due_date) <= 90', { payment_due_date: null }],
  [
    'days(invoice_date, payment_due_date) == 31',
    { invoice_date: '2026-07-15', payment_due_date: '2026-08-15' },
  ],
  ['selfbilling ? invoice_type == "11" : invoice_type == "01"', { invoice_type: '01', selfbilling: false }],
  ['-total_payable_amount < 0', TWO],
])('%s holds', (value, document = {}) => {
  expect(ask(value, document)).toBe(true)
})

test.each<[string, string | RegExp]>([
  ['total_payable_amount > 200', 'Not so.'],
  [
    'total_payable_amount / (items[0].quantity - 10) > 1',
    'Not so. (The rule has no answer here: it divides by zero.)',
  ],
  ['items[7].quantity > 1', /there is no such line/],
  ['days(invoice_date, payment_due_date) > 1', /a date is missing/],
  ['decimal(customer.name) > 1', /a text is no number/],
  [`${'total_payable_amount * '.repeat(30)} 1 > 0`, /a number grows beyond all amounts/],
])('%s does not hold, and says why where it has no answer', (value, message) => {
  expect(ask(value, { ...TWO, payment_due_date: null })).toMatch(message)
})

describe('refused when it is saved, with the place', () => {
  test.each<[string, string | RegExp]>([
    ['', 'The formula cannot be read here. (position 1, at the end)'],
    ['total_payable_amount >', 'The formula cannot be read here. (position 23, at the end)'],
    ['invoice_currency == "MYR', 'A closing quotation mark is missing. (position 21, at “"MYR”)'],
    [
      'total_payable_amount',
      'This is not true or false. Please compare it with something. (position 1, at “total_payable_amount”)',
    ],
    [
      'totl_payable_amount > 1',
      /^There is no field “totl_payable_amount” here; did you mean total_payable_amount\?/,
    ],
    ['customer.nmae == ""', /^There is no field “nmae” here/],
    ['line.quantity > 1', /^There is no field “line” here/],
    [
      'true &&\n total_tax_amount > "5"',
      /of different kinds\. \(line 2, position 2, at “total_tax_amount > "”\)$/,
    ],
    ['customer.name.matches("a")', /^Please use regex\(text, "expression"\) in place of matches\./],
    ['regex(customer.name, customer.city)', /^The expression of regex\(\) is a text in quotes\./],
    ['regex(customer.name, "(a")', /^A closing \) is missing\. \(position 22/],
    ['cel.bind(x, 1, x == 1)', /^Formulas have no function “bind”\./],
    ['timestamp("2026-01-01T00:00:00Z") == timestamp("2026-01-01T00:00:00Z")', /no function “timestamp”/],
    ['0.1 + 0.2 == 0.3', /^Please write the result of these two numbers\./],
    ['items == items', /^Lists are not compared or joined/],
    ['size(items + items) > 1', /^Lists are not compared or joined/],
    ['{"a": 1}.size() == 1', /^The formula is too large, or nested too deeply\./],
    ['["a"].all(x, x == "a")', /^“all” goes over the lines/],
    [
      'items.all(a, items.all(b, items.all(c, c.tax_type == a.tax_type)))',
      /^Lines are gone over within lines at most once\./,
    ],
    [
      'items.all(a, items.all(b, a.item_description.contains(b.item_description.trim())))',
      /^This formula would take too long\./,
    ],
    ['items.all(a, regex(a.item_description, "(a|b|ab)*c"))', /^This formula would take too long\./],
    [`${'('.repeat(60)}true${')'.repeat(60)}`, /^The formula is too large, or nested too deeply\./],
    [`"${'x'.repeat(1000)}" == ""`, /^A formula may have at most 1,000 characters\./],
    [Array(20).fill('customer.name').join('+').concat(' == ""'), /^This makes too long a text\./],
    ['total_payable_amount > 1e20', /^This number has more digits than an amount\./],
    ['total_payable_amount > 1e400', /^This is no valid number\./],
    ['dyn(1) == 1', /no function “dyn”/],
    ['customer == customer', /./],
  ])('%s', (value, words) => {
    const rule = ruleOf(value)
    expect('refused' in rule ? rule.refused : 'taken').toMatch(words)
  })
})

test('what goes over lines within lines is refused for documents that are too long for it, in words', () => {
  const value = 'items.all(a, items.exists(b, a.classification == b.classification))'
  const lines = (count: number) => ({ items: Array.from({ length: count }, () => buildLine()) })
  expect(ask(value, lines(100))).toBe(true)
  expect(ask(value, lines(LINES_MAX))).toMatch(/it can be asked of documents with up to 1\d\d lines/)
})
