import { expect, test } from 'vitest'
import { documentNumber, runningNumber } from './numbering.ts'

test('the running number is the type and at least six digits', () => {
  expect(runningNumber('01', 1)).toBe('01000001')
  expect(runningNumber('14', 999_999)).toBe('14999999')
  expect(runningNumber('01', 1_234_567)).toBe('011234567')
})

test('a number names the store before the running number', () => {
  expect(documentNumber('KUL01', runningNumber('01', 42))).toBe('M-KUL0101000042')
})
