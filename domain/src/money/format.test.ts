import { expect, test } from 'vitest'
import { formatAmount, formatMoney } from './format.ts'

test.each([
  ['0', '0.00'],
  ['999.9', '999.90'],
  ['1234.5', '1,234.50'],
  ['-1234567.005', '-1,234,567.01'],
  ['999999999999999.99', '999,999,999,999,999.99'],
  ['-0.001', '0.00'],
])('%s reads %s', (value, text) => {
  expect(formatAmount(value)).toBe(text)
})

test('an amount is shown with its currency', () => {
  expect(formatMoney('MYR', '1234.5')).toBe('MYR 1,234.50')
})
