import { expect, test } from 'vitest'
import { isNumberOrEmpty, plainNumber, readNumber, tidyNumber } from './numbers.ts'

test('a pasted figure with separators is read, an unreadable one counts as zero', () => {
  expect(readNumber(' 1,234.50 ')).toBe('1234.5')
  expect(readNumber('12 apples')).toBe('0')
  expect(readNumber('')).toBe('0')
})

test.each([
  ['RM 2,000.00', '2000'],
  ['RM2,000', '2000'],
  ['MYR\u00a01,234.50', '1234.5'],
  ['1\u202f234.50 EUR', '1234.5'],
  ['usd 12', '12'],
  ['S$ 3.20', '3.2'],
  ['-RM 5', '0'],
  ['1 234 567.5', '1234567.5'],
  // Two cells of a spreadsheet, or two figures: no number, and surely not the one of all their digits.
  ['2\t150.00', '0'],
  ['2\r\n150.00', '0'],
  ['10 5.5', '0'],
  ['2 5', '0'],
  ['12 3456', '0'],
])('%s is worth %s', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test('empty is no error, letters are', () => {
  expect(isNumberOrEmpty('')).toBe(true)
  expect(isNumberOrEmpty('-0.02')).toBe(true)
  expect(['five', 'RM', '12 apples', 'XYZ 5', '1,2', '5-'].map(isNumberOrEmpty)).not.toContain(true)
})

test.each([
  ['1,234.5', 'money', '1234.50'],
  ['2.005', 'money', '2.01'],
  ['0.00000125', 'fine', '0.00000125'],
  ['3', 'fine', '3.00'],
  ['4.215', 'rate', '4.2150'],
  ['abc', 'money', 'abc'],
] as const)('%s as %s is sent as %s', (text, precision, sent) => {
  expect(plainNumber(text, precision)).toBe(sent)
})

test.each([
  ['1234567.5', 'money', '1,234,567.50'],
  ['-0.02', 'money', '-0.02'],
  ['-1234.5', 'money', '-1,234.50'],
  ['12.34567', 'fine', '12.34567'],
  ['', 'money', ''],
] as const)('%s as %s reads %s once the field is left', (text, precision, shown) => {
  expect(tidyNumber(text, precision)).toBe(shown)
})
