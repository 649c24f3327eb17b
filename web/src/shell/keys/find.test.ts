import { expect, test } from 'vitest'
import { findOffers } from './find.ts'

const OFFERS = [
  { id: '1', words: 'User Management', aside: 'Admin Setting' },
  { id: '2', words: 'User Audit Logs', aside: 'Admin Setting' },
  { id: '3', words: 'E-Invoices' },
]
const found = (query: string) => findOffers(OFFERS, query).map(({ id }) => id)

test('each word that is typed must begin a word of the offer, in any order', () => {
  expect(found('user')).toEqual(['1', '2'])
  expect(found('man us')).toEqual(['1'])
  expect(found('admin lo')).toEqual(['2'])
  expect(found('invoices')).toEqual(['3'])
  expect(found('e-inv')).toEqual(['3'])
  expect(found('nagement')).toEqual([])
})

test('nothing typed leaves all as they stand', () => {
  expect(found('  ')).toEqual(['1', '2', '3'])
})
