import { expect, test } from 'vitest'
import { differences, inWords } from './versions.ts'

const MAKERS = { name: 'Makers', permissions: ['can_create_invoice', 'can_view_invoice'] }

test('a difference is one line for each field, and for each member of a list', () => {
  const after = { name: 'Creators', permissions: ['can_view_invoice', 'can_approve_invoice'] }
  expect(differences(MAKERS, after)).toEqual([
    { field: 'name', old_value: 'Makers', new_value: 'Creators' },
    { field: 'permissions', old_value: '', new_value: 'can_approve_invoice' },
    { field: 'permissions', old_value: 'can_create_invoice', new_value: '' },
  ])
})

test('neither order nor repetition in a list is a difference', () => {
  const again = { ...MAKERS, permissions: ['can_view_invoice', 'can_create_invoice', 'can_view_invoice'] }
  expect(differences(MAKERS, again)).toEqual([])
  expect(differences({ name: 'A', permissions: [] }, { name: 'A', permissions: [] })).toEqual([])
})

test('what is made has no old values, what is deleted no new ones', () => {
  expect(differences(undefined, { code: 'KUL02', name: '' })).toEqual([
    { field: 'code', old_value: '', new_value: 'KUL02' },
  ])
  expect(differences(MAKERS, undefined).map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    ['Makers', ''],
    ['can_create_invoice', ''],
    ['can_view_invoice', ''],
  ])
  expect(differences(undefined, undefined)).toEqual([])
})

test('a field named like what every object inherits is a field like others', () => {
  expect(differences({}, JSON.parse('{"constructor": "a", "__proto__": "b"}'))).toEqual([
    { field: 'constructor', old_value: '', new_value: 'a' },
    { field: '__proto__', old_value: '', new_value: 'b' },
  ])
})

test('a version is told in words', () => {
  expect(inWords(MAKERS)).toBe('name Makers; permissions can_create_invoice, can_view_invoice')
  expect(inWords({ name: 'Nobody', permissions: [] })).toBe('name Nobody; permissions –')
})
