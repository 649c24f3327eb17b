import { expect, test } from 'vitest'
import { keyOption, keyShown } from './key-option.ts'

const KEY = {
  id: '1',
  name: 'Web shop',
  key_start: 'lulus_aaaaaa',
  sender_entity_name: 'Kinabalu',
  store_codes: ['KUL01'],
}
const SUCCESSOR = { ...KEY, id: '2', key_start: 'lulus_bbbbbb' }

test('a key and its successor of the same name are told apart, in the list and in the field', () => {
  expect([KEY, SUCCESSOR].map((key) => [keyOption(key).label, keyOption(key).hint, keyShown(key)])).toEqual([
    ['Web shop', 'lulus_aaaaaa… · Kinabalu · KUL01', 'Web shop · lulus_aaaaaa…'],
    ['Web shop', 'lulus_bbbbbb… · Kinabalu · KUL01', 'Web shop · lulus_bbbbbb…'],
  ])
})

test('a key of which no beginning was kept is its name, company and departments', () => {
  const old = { ...KEY, key_start: '' }
  expect([keyOption(old).hint, keyShown(old)]).toEqual(['Kinabalu · KUL01', 'Web shop'])
})
