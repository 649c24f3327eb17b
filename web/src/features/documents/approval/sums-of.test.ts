import { expect, it } from 'vitest'
import { sumsOf } from './sums-of.ts'

const row = (invoice_currency: string, total_payable_amount: string) => ({
  invoice_currency,
  total_payable_amount,
})

it('adds what documents come to by currency, exactly where floats do not', () => {
  expect(sumsOf([row('USD', '0.10'), row('MYR', '9007199254740993.01'), row('USD', '0.20')])).toEqual([
    { currency: 'MYR', documents: 1, total: '9007199254740993.01' },
    { currency: 'USD', documents: 2, total: '0.30' },
  ])
  expect(sumsOf([])).toEqual([])
})
