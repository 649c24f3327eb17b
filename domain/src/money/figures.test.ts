import { expect, test } from 'vitest'
import {
  formatExchangeRate,
  formatQuantity,
  formatRate,
  formatUnitPrice,
  formatUnlessZero,
} from './figures.ts'

test.each([
  ['0012.50000000', '12.5'],
  ['1234', '1,234'],
  ['1000.00', '1,000'],
  ['-0.5', '-0.5'],
  ['-1234.25', '-1,234.25'],
  ['123456789012345.00000001', '123,456,789,012,345.00000001'],
])('prints the quantity %s as %s', (value, printed) => expect(formatQuantity(value)).toBe(printed))

test.each([
  ['8.9025', '8.9025'],
  ['1234.5', '1,234.50'],
  ['12', '12.00'],
  ['0.00000001', '0.00000001'],
])('prints the unit price %s as %s', (value, printed) => expect(formatUnitPrice(value)).toBe(printed))

test('prints rates with the places that matter', () => {
  expect(formatRate('10.00')).toBe('10%')
  expect(formatRate('2.5')).toBe('2.5%')
  expect(formatExchangeRate('4.215')).toBe('4.2150')
  expect(formatExchangeRate('4.21501')).toBe('4.21501')
})

test('leaves a cell empty where there is nothing', () => {
  expect(formatUnlessZero('0.00')).toBe('')
  expect(formatUnlessZero('1234.5')).toBe('1,234.50')
})
