import { expect, test } from 'vitest'
import { LIMITS, numberFault, stepped } from './limits.ts'
import { PRECISION } from './state.ts'

test('every figure has its limits, and nothing else has', () => {
  expect(Object.keys(LIMITS).toSorted()).toEqual(Object.keys(PRECISION).toSorted())
})

test.each([
  ['currency_exchange_rate', '4.2150', undefined],
  ['currency_exchange_rate', '4.21500000', undefined],
  // Other systems send rates as fine as LHDN takes them; what is opened must go out again.
  ['currency_exchange_rate', '4.91537', undefined],
  ['currency_exchange_rate', '0', 'beyond'],
  ['currency_exchange_rate', '', undefined],
  ['tax_rate', '100', undefined],
  ['tax_rate', '100.01', 'beyond'],
  ['tax_rate', '5.33333333', undefined],
  ['tax_rate', '5.333333333', 'unreadable'],
  ['tax_rate', '-1', 'beyond'],
  ['rounding_amount', '-0.99', undefined],
  ['rounding_amount', '1', 'beyond'],
  ['prepayment_amount', 'RM 2,000.00', undefined],
  ['prepayment_amount', '0.005', 'beyond'],
  ['unit_price', '0.00000001', undefined],
  ['quantity', '0', 'beyond'],
  ['quantity', 'two', 'unreadable'],
] as const)('%s takes %j: %s', (field, text, fault) => {
  const limits = LIMITS[field]
  expect(limits && numberFault(text, limits)).toBe(fault)
})

test.each([
  ['currency_exchange_rate', '4.2150', 'up', '4.2151'],
  ['currency_exchange_rate', '0.0001', 'down', '0.0001'],
  ['tax_rate', '6', 'up', '7.00'],
  ['tax_rate', '99.5', 'up', '100.00'],
  ['rounding_amount', '-0.99', 'down', '-0.99'],
  ['prepayment_amount', '', 'up', '0.01'],
  ['quantity', '1', 'down', '1'],
  ['unit_price', 'two', 'up', 'two'],
] as const)('%s %j one step %s is %j', (field, text, by, next) => {
  expect(stepped(field, text, by)).toBe(next)
})
