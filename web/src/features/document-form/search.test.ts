import { expect, test } from 'vitest'
import { readEdit } from './search.ts'

test('the address of an edit names a field, or nothing that could be one', () => {
  expect(readEdit({ field: 'customer.tin_no' })).toEqual({ field: 'customer.tin_no' })
  expect(readEdit({ field: 'items.0.tax_type', isTemplate: 'true' })).toEqual({
    field: 'items.0.tax_type',
    isTemplate: true,
  })
  for (const field of ['', 'a.b.c.d', 'x"]', '../x', `${'x'.repeat(41)}`, 7, undefined])
    expect(readEdit({ field })).toEqual({})
})
