import { expect, test } from 'vitest'
import { copySlot, correctSlot, flagFor, formLink, NEW_DOCUMENT, noteSlot, templateSlot } from './slot.ts'

const create = '/dashboard/invoices/create'
const edit = '/dashboard/invoices/edit/$uuid'

test.each([
  [NEW_DOCUMENT, { to: create }],
  [noteSlot('a-1', '03'), { to: create, search: { from: 'a-1', type: '03' } }],
  [copySlot('a-1'), { to: create, search: { copy: 'a-1' } }],
  [correctSlot('a-1'), { to: create, search: { correct: 'a-1' } }],
  [templateSlot('a-1'), { to: edit, params: { uuid: 'a-1' }, search: { isTemplate: true } }],
  ['a-1', { to: edit, params: { uuid: 'a-1' } }],
])('drafts of %s are offered by the form in which they were begun', (slot, link) => {
  expect(formLink(slot)).toEqual(link)
})

test('an edit is gone on with by who may edit, everything else by who may create', () => {
  expect(flagFor('a-1')).toBe('can_edit_invoice')
  const others = [
    NEW_DOCUMENT,
    noteSlot('a-1', '03'),
    copySlot('a-1'),
    correctSlot('a-1'),
    templateSlot('a-1'),
  ]
  expect(others.map(flagFor)).toEqual(others.map(() => 'can_create_invoice'))
})
