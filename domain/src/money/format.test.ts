import { expect, test } from 'vitest'
import { formatAmount, formatMoney, twoPlaces } from './format.ts'

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

test.each([
  ['20', '20.00'],
  ['12.5', '12.50'],
  ['0.00', '0.00'],
  ['0.12345678', '0.12345678'],
  ['-1', '-1.00'],
])('%s has at least two decimals as %s', (value, text) => {
  expect(twoPlaces(value)).toBe(text)
})
