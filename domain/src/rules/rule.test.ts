import { describe, expect, test } from 'vitest'
import { buildCustomer, buildDocument, buildLine } from '../../test/build.ts'
import type { DocumentEntry } from '../documents/document.ts'
import { findBreaches } from './fixtures/find-breaches.ts'
import { type Condition, compileRule, type ValidationRule } from './rule.ts'

const rule = (field: string, condition: Condition, value: string): ValidationRule => ({
  ...{ field, condition, value },
  error_message: 'Not so.',
})

const compiled = (given: ValidationRule) => {
  const made = compileRule(given)
  if ('refused' in made) throw new Error(made.refused)
  return made
}
const refusal = (given: ValidationRule): string => {
  const made = compileRule(given)
  return 'refused' in made ? made.refused : ''
}
/** The fields at which the document breaks the rule. */
const broken = (given: ValidationRule, document: Partial<DocumentEntry>) =>
  findBreaches(buildDocument(document), [compiled(given)]).map(({ field }) => field)
const holds = (given: ValidationRule, document: Partial<DocumentEntry>) =>
  broken(given, document).length === 0

describe('a regular expression', () => {
  test.each<[string, string, boolean]>([
    ['[A-Z]{2}[0-9]+', 'KL17', true],
    ['[A-Z]{2}[0-9]+', 'xKL17', false],
    ['[A-Z]{2}[0-9]+', 'KL17x', false],
    ['KL|PEN', 'PEN', true],
    ['KL|PEN', 'KLANG', false],
    ['(?i)kl', 'KL', true],
    ['.+', 'two\nlines', true],
    ['.+', '', false],
    ['(A-[0-9]+)?', '', true],
    ['\\p{Tamil}+', 'தமிழ்', true],
    ['.*', 'x'.repeat(600), true],
  ])('%s matches the whole of %j: %s', (value, agent_number, is) => {
    expect(holds(rule('agent_number', 'regex', value), { agent_number })).toBe(is)
  })

  test.each([
    ['(KL', 'A closing ) is missing. (position 4, at the end)'],
    ['KL)', 'This ) closes nothing. (position 3, at “)”)'],
    ['[A-Z', 'A closing ] is missing. (position 5, at the end)'],
    [
      'x[z-a]',
      'This is no valid range of characters; its end comes before its beginning. (position 3, at “z-a]”)',
    ],
    ['a**', 'A repetition cannot be repeated. (position 2, at “**”)'],
    ['(a)\\1', 'RE2 does not know this escape. (position 4, at “\\1”)'],
    ['x(?=y)', /^RE2 does not know this: it has no look-around/],
    ['[A-Z]{1,2000}', /^A part may be repeated at most 1,000 times\. \(position/],
    ['(.{1,50}a){1,18}', /^This expression would take too long to match\./],
    ['x'.repeat(301), /^A regular expression may have at most 300 characters\./],
  ])('%s is refused: %s', (value, words) => {
    expect(refusal(rule('agent_number', 'regex', value))).toMatch(words)
  })
})

describe('a comparison', () => {
  test.each<[string, Condition, string, Partial<DocumentEntry>, boolean]>([
    ['items.quantity', '>', '9', { items: [buildLine({ quantity: '10' })] }, true],
    ['items.quantity', '>', '10', { items: [buildLine({ quantity: '10.00' })] }, false],
    ['items.quantity', '=', '10', { items: [buildLine({ quantity: '10.00' })] }, true],
    ['items.unit_price', '<', '1,000.50', { items: [buildLine({ unit_price: '1000.49999999' })] }, true],
    ['items.unit_price', '=', '0.3', { items: [buildLine({ unit_price: '0.30' })] }, true],
    ['payment_due_date', '>', '2026-07-15', { payment_due_date: '2026-07-16' }, true],
    ['payment_due_date', '<', '2026-07-15', { payment_due_date: '2026-07-15' }, false],
    ['selfbilling', '=', 'false', { selfbilling: false }, true],
    ['selfbilling', '=', 'true', { selfbilling: false }, false],
    ['agent_number', '=', '007', { agent_number: '7' }, false],
    ['agent_number', '=', '007', { agent_number: '007' }, true],
    ['agent_number', '>', 'A', { agent_number: 'B' }, true],
    ['customer.country', '=', 'MYS', { customer: buildCustomer({ country: 'SGP' }) }, false],
    ['constructor', '=', 'x', {}, true],
  ])('%s %s %s of %j: %s', (field, condition, value, document, is) => {
    expect(holds(rule(field, condition, value), document)).toBe(is)
  })

  test.each<[Condition, string]>([
    ['>', '2026-01-01'],
    ['<', '2026-01-01'],
    ['=', '2026-01-01'],
  ])('nothing is %s that is empty', (condition, value) => {
    expect(holds(rule('payment_due_date', condition, value), { payment_due_date: null })).toBe(false)
    expect(holds(rule('agent_number', condition, value), { agent_number: '' })).toBe(false)
  })

  test.each<[string, Condition, string, string | RegExp]>([
    ['items.quantity', '>', 'many', 'Please enter a number.'],
    ['invoice_date', '<', '15/07/2026', /real date/],
    ['selfbilling', '=', 'maybe', 'Please send true or false.'],
    ['selfbilling', '>', 'true', /neither is greater/],
  ])('%s %s %s is refused: %s', (field, condition, value, words) => {
    expect(refusal(rule(field, condition, value))).toMatch(words)
  })
})

test('a rule over a field of the lines holds for every line, and is told at each that breaks it', () => {
  const items = [{ quantity: '1' }, { quantity: '5' }, { quantity: '0.5' }].map(buildLine)
  expect(broken(rule('items.quantity', '>', '1'), { items })).toEqual([
    'items.0.quantity',
    'items.2.quantity',
  ])
  const formula = rule('items.quantity', 'formula', 'line.quantity >= 1 && size(items) == 3')
  expect(broken(formula, { items })).toEqual(['items.2.quantity'])
})

test('a number that the server has yet to give is not judged', () => {
  const numbered = rule('invoice_number', 'regex', 'INV-[0-9]+')
  expect(broken(numbered, { invoice_number: '' })).toEqual([])
  expect(broken(numbered, { invoice_number: 'X-1' })).toEqual(['invoice_number'])
})
