import { expect, test } from 'vitest'
import { explain, fieldsOf } from './sentences.ts'

const reason = (code: string, message = '') => ({ code, message, path: '' })

test('a known code becomes cause and remedy, with the code behind it', () => {
  expect(explain([reason('ERR406', 'Buyer TIN is invalid')], 'c-1')).toBe(
    'The buyer’s TIN is not known to the authority. Check it with the buyer. (ERR406)',
  )
})

test('an unknown code keeps the authority’s words and the reference for its support', () => {
  expect(explain([reason('ZZ999', 'Something new')], 'c-1')).toBe(
    'The authority says: ZZ999: Something new. Reference: c-1.',
  )
  expect(explain([reason('', 'No code at all')], '')).toBe('The authority says: No code at all.')
})

test('no reason at all is said so', () => {
  expect(explain([], 'c-1')).toBe('The authority gave no reason. Reference: c-1.')
})

test('several reasons take a line each, equal ones only once', () => {
  const twice = [reason('CF364'), reason('CF364'), reason('CF378')]
  expect(explain(twice, '').split('\n')).toEqual([
    'A line has no classification. (CF364)',
    'The currency is missing. (CF378)',
  ])
  expect(fieldsOf(twice)).toEqual(['items', 'invoice_currency'])
})

test('a code that is a word of JavaScript is just unknown', () => {
  expect(explain([reason('constructor', 'x')], '')).toBe('The authority says: constructor: x.')
})
