import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimals } from '../../test/arbitraries.ts'
import {
  add,
  asFraction,
  compare,
  convert,
  isDecimal,
  isNegative,
  isZero,
  multiply,
  parseDecimal,
  percentOf,
  rateOf,
  round2,
  subtract,
} from './decimal.ts'

describe('round2', () => {
  test.each([
    ['2.005', '2.01'],
    ['1.004999', '1.00'],
    ['0.125', '0.13'],
    ['-2.005', '-2.01'],
    ['-2.0049', '-2.00'],
    ['1.23456789', '1.23'],
    ['7', '7.00'],
    ['-0.001', '0.00'],
    ['999999999999999.995', '1000000000000000.00'],
  ])('%s is %s: half up, away from zero on a tie', (value, rounded) => {
    expect(round2(value)).toBe(rounded)
  })
})

test('sums and products are exact where floats are not', () => {
  expect(add('0.1', '0.2')).toBe('0.3')
  expect(subtract('0.3', '0.1')).toBe('0.2')
  expect(multiply('1.1', '1.1')).toBe('1.21')
  expect(multiply('123456789.12345678', '0.00000001')).toBe('1.2345678912345678')
  expect(add()).toBe('0')
})

test('no figure is ever printed with an exponent', () => {
  expect(multiply('0.00000001', '0.00000001')).toBe('0.0000000000000001')
  expect(multiply('999999999999999', '999999999999999')).toBe('999999999999998000000000000001')
})

describe('parseDecimal', () => {
  test.each([
    ['1,234.50', '1234.5'],
    ['-1,234,567', '-1234567'],
    [' 3 ', '3'],
    [12, '12'],
    [0.1, '0.1'],
    ['007.10', '7.1'],
    ['0.12345678', '0.12345678'],
  ])('reads %j as %s', (input, value) => {
    expect(parseDecimal(input)).toBe(value)
  })

  test.each([
    ...[
      '',
      'abc',
      '1e5',
      '12,50',
      '0,125',
      '000,500',
      '1.234,56',
      '1,23',
      ',100',
      '1..2',
      '.5',
      '5.',
      '+1',
      '0x10',
      'NaN',
      '１２',
    ],
    ...['0.123456789', '1234567890123456', 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2],
  ])('refuses %j', (input) => {
    expect(parseDecimal(input)).toBeUndefined()
  })

  test('what is printed is read back as the same number', () => {
    fc.assert(
      fc.property(decimals(8), (value) => {
        expect(compare(parseDecimal(value) ?? 'none', value)).toBe(0)
      }),
    )
  })
})

test('comparing knows numbers, not texts', () => {
  expect(compare('1.0', '1')).toBe(0)
  expect(compare('9', '10')).toBe(-1)
  expect(compare('-9', '-10')).toBe(1)
})

test.each(['0', '0.00', '-0.00', '000'])('%s is zero and not negative', (value) => {
  expect(isZero(value)).toBe(true)
  expect(isNegative(value)).toBe(false)
})

test('the smallest price is not zero', () => {
  expect(isZero('0.00000001')).toBe(false)
  expect(isNegative('-0.00000001')).toBe(true)
})

test('a percentage of an amount has 2 places, half up', () => {
  expect(percentOf('99.99', '12.5')).toBe('12.50')
  expect(percentOf('0.50', '1')).toBe('0.01')
  expect(percentOf('33.33', '33.3333')).toBe('11.11')
})

test('a percentage becomes the fraction that UBL wants', () => {
  expect(asFraction('15')).toBe('0.15')
  expect(asFraction('12.50')).toBe('0.125')
  expect(asFraction('33.3333')).toBe('0.333333')
})

test('a part is expressed in per cent of the whole, and of nothing as zero', () => {
  expect(rateOf('1', '3')).toBe('33.33')
  expect(rateOf('2', '3')).toBe('66.67')
  expect(rateOf('5', '0.00')).toBe('0.00')
})

test('an amount is converted with 2 places', () => {
  expect(convert('100.10', '4.21505')).toBe('421.93')
})

test('only plain decimals count as such', () => {
  expect(['1', '-1.5', '0.00000001', '999999999999999.12345678'].every(isDecimal)).toBe(true)
  expect(['1e3', '1,000', ' 1', '1.', '1.123456789', '1234567890123456'].some(isDecimal)).toBe(false)
})

test('adding is the same in any order', () => {
  fc.assert(
    fc.property(fc.array(decimals(8), { maxLength: 20 }), (values) => {
      expect(compare(add(...values), add(...values.toReversed()))).toBe(0)
    }),
  )
})
