import { expect, test } from 'vitest'
import { buildForm } from '../form/examples.ts'
import { complaintsAbout } from './verdict.ts'

test('each kind of refusal has its sentence', () => {
  expect(complaintsAbout(buildForm(), {})).toEqual([])
  expect(complaintsAbout(buildForm({ items: [] }), { items: 'x' })).toEqual(['no_items'])
  expect(complaintsAbout(buildForm(), { customer: 'x', 'items.1.quantity': 'y' })).toEqual(['mandatory'])
  expect(complaintsAbout(buildForm(), { 'customer.tin_no': 'x' })).toEqual(['highlighted'])
  expect(complaintsAbout(buildForm({ items: [] }), { items: 'x', sender: 'y' })).toEqual([
    'mandatory',
    'no_items',
  ])
})
