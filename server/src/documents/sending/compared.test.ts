import { expect, test } from 'vitest'
import { inWords } from './compared.ts'

const found = {
  id: '1',
  authority_uuid: 'F9D425P6DS7D8IU3GA3J10XXXX',
  submission_uid: 'S1',
  total_payable_amount: '4200.00',
  issued_at: null,
  received_at: new Date('2026-07-15T04:00:00Z'),
  differs_at: null,
  held_at: null,
}
const said = (invoice_currency: string, given = {}) =>
  inWords(
    { ...found, ...given },
    { invoice_currency, currency_exchange_rate: '4.2', total_payable_amount: '1000.00' },
    'Look.',
  ).replace(/^.* MYT, /, '')

test('what LHDN has under a number is told in ringgit, as LHDN sums it', () => {
  expect(said('MYR')).toBe('MYR 4,200.00 in all. Look.')
  expect(said('MYR', { total_payable_amount: null })).toBe('? in all. Look.')
})

test('and beside it what a document in another currency comes to', () => {
  expect(said('USD')).toBe(
    'MYR 4,200.00 in all. This document is USD 1,000.00, or MYR 4,200.00 by its rate. Look.',
  )
})
