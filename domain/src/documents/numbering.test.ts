import { expect, test } from 'vitest'
import { documentNumber, readNumber, runningNumber } from './numbering.ts'

test('the running number is the type and at least six digits', () => {
  expect(runningNumber('01', 1)).toBe('01000001')
  expect(runningNumber('14', 999_999)).toBe('14999999')
  expect(runningNumber('01', 1_234_567)).toBe('011234567')
})

test('a number names the store before the running number', () => {
  expect(documentNumber('KUL01', runningNumber('01', 42))).toBe('M-KUL0101000042')
})

test('a number that was given says of which series it is', () => {
  const read = readNumber(['KUL', 'KUL01', 'PEN01'])
  expect(read('M-KUL0101000042')).toEqual({ store_code: 'KUL01', invoice_type: '01', count: 42 })
  expect(read('M-PEN0111999999')).toEqual({ store_code: 'PEN01', invoice_type: '11', count: 999_999 })
  expect(read('M-PEN01111000000')).toEqual({ store_code: 'PEN01', invoice_type: '11', count: 1_000_000 })
  expect(read('M-KUL01000042')).toEqual({ store_code: 'KUL', invoice_type: '01', count: 42 })
})

test.each([
  'M-JHB0101000042',
  'KUL0101000042',
  'M-KUL0101042',
  'M-KUL01010000042',
  'M-KUL0101000000',
  'M-KUL01',
  '',
])('one that was not is of none: %s', (number) => expect(readNumber(['KUL01'])(number)).toBeUndefined())
