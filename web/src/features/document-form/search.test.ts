import { expect, test } from 'vitest'
import { readCreate, readEdit } from './search.ts'

test('the address of an edit names a field, or nothing that could be one', () => {
  expect(readEdit({ field: 'customer.tin_no' })).toEqual({ field: 'customer.tin_no' })
  expect(readEdit({ field: 'items.0.tax_type', isTemplate: 'true' })).toEqual({
    field: 'items.0.tax_type',
    isTemplate: true,
  })
  for (const field of ['', 'a.b.c.d', 'x"]', '../x', `${'x'.repeat(41)}`, 7, undefined])
    expect(readEdit({ field })).toEqual({})
})

test('the address of a new document names what it is made of, of two things the note', () => {
  expect(readCreate({ copy: 'a' })).toMatchObject({ copy: 'a' })
  expect(readCreate({ correct: 'a', type: '02' })).toMatchObject({ correct: 'a' })
  expect(readCreate({ from: 'a', type: '02', copy: 'b' })).toEqual({ from: 'a', type: '02' })
  expect(readCreate({ from: 'a' }).from).toBeUndefined()
})
