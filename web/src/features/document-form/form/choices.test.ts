import { expect, test } from 'vitest'
import { chooseSender, chooseStore, storesOf, withDefaults } from './choices.ts'
import { buildForm, buyer, kinabalu, opening } from './examples.ts'
import { emptyForm } from './state.ts'
import { partyOf } from './wire.ts'

const selat = { ...kinabalu, id: 'e-2', entity_code: '1000000000000002', name: 'Selat Foods Sdn Bhd' }
const store = (id: string, code: string, sender_entity_id: string) => ({
  id,
  code,
  name: code,
  sender_entity_id,
})
const kul = store('s-1', 'KUL01', 'e-1')
const pen = store('s-2', 'PEN01', 'e-1')
const jhb = store('s-3', 'JHB01', 'e-2')
const both = { entities: [kinabalu, selat], stores: [kul, pen, jhb] }
const empty = emptyForm(opening.today, opening.now_ms)

test('one entity and one department are filled in, two departments are asked', () => {
  const single = withDefaults(empty, { entities: [selat], stores: [jhb] }, {})
  expect(single).toMatchObject({ sender_store_code: 'JHB01', sender: { name: selat.name } })
  const two = withDefaults(empty, { entities: [kinabalu], stores: [kul, pen] }, {})
  expect(two).toMatchObject({ sender_store_code: '', sender: { name: kinabalu.name } })
})

test('a user of several entities is asked, unless the last choice still stands', () => {
  expect(withDefaults(empty, both, {})).toMatchObject({ sender: null, sender_store_code: '' })
  expect(withDefaults(empty, both, { store_id: 's-3', currency: 'SGD' })).toMatchObject({
    sender: { name: selat.name },
    sender_store_code: 'JHB01',
    invoice_currency: 'SGD',
  })
  expect(withDefaults(empty, both, { store_id: 'gone' }).sender).toBeNull()
})

test('a department brings its entity along and drops a buyer of the other entity’s book', () => {
  const form = buildForm({ customer: { ...buyer, sender_entity_id: 'e-1' } })
  expect(chooseStore(form, pen, both)).toMatchObject({
    sender_store_code: 'PEN01',
    customer: { name: buyer.name },
  })
  expect(chooseStore(form, jhb, both)).toMatchObject({ sender: { name: selat.name }, customer: null })
})

test('another sender takes the department along', () => {
  expect(chooseSender(buildForm(), partyOf(selat), both).sender_store_code).toBe('JHB01')
  const form = buildForm({ sender_store_code: 'JHB01', sender: partyOf(selat) })
  expect(chooseSender(form, partyOf(kinabalu), both).sender_store_code).toBe('')
  expect(storesOf(partyOf(kinabalu), both)).toEqual([kul, pen])
  expect(storesOf(null, both)).toHaveLength(3)
})
