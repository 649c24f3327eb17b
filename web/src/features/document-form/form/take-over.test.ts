import { expect, test } from 'vitest'
import { buildForm, buyer } from './examples.ts'
import { createFormStore } from './store.ts'
import { differences, takeOver } from './take-over.ts'

const moved = { ...buyer, tin_no: 'C20830570210', email: '', address1: '7 Jalan Kenari', city: 'Puchong' }

test('each field that differs is told with what it was and is, in the order of a form', () => {
  expect(differences(buyer, moved)).toEqual([
    { field: 'tin_no', from: buyer.tin_no, to: 'C20830570210' },
    { field: 'address1', from: buyer.address1, to: '7 Jalan Kenari' },
    { field: 'city', from: 'Kuala Lumpur', to: 'Puchong' },
    { field: 'email', from: buyer.email, to: '' },
  ])
})

test('what is written alike is no difference, nor is whose book it stands in', () => {
  const loose = {
    ...buyer,
    ...{ tin_no: ` c ${buyer.tin_no.slice(1)}`, contact_number: '+60 3-2123 4567', city: 'Kuala Lumpur ' },
    ...{ sender_entity_id: '', entity_code: 'of another' },
  }
  expect(differences(buyer, loose)).toEqual([])
  expect(differences(loose, buyer)).toEqual([])
})

test('what is taken over is an edit, which answers what was said of its fields and of no others', () => {
  const said = {
    ...{ 'customer.tin_no': 'Unknown.', 'customer.identity_number': 'Unknown.' },
    ...{ 'sender.tin_no': 'Unknown.', items: 'None.' },
  }
  const store = createFormStore(buildForm(), said)
  takeOver(store, moved)
  const { form, errors, touched } = store.get()
  expect(form).toEqual(buildForm({ customer: moved, items: form.items }))
  expect(Object.keys(errors)).toEqual(['customer.identity_number', 'sender.tin_no', 'items'])
  expect(touched).toBe(true)
})
