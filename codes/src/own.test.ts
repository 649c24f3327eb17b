import { expect, test } from 'vitest'
import { own } from './own.ts'

const LABELS = { E: 'Exempt' }

test('finds what stands in the table', () => {
  expect(own(LABELS, 'E')).toBe('Exempt')
  expect(own(LABELS, 'F')).toBeUndefined()
})

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('finds nothing under %s', (name) => {
  expect(own(LABELS, name)).toBeUndefined()
  expect(own({ [name]: 'a field of that name' }, name)).toBe('a field of that name')
})
