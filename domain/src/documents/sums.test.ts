import { expect, it } from 'vitest'
import { DOCUMENT_TYPE_CODES } from './document.ts'
import { sumsOf } from './sums.ts'

const one = (invoice_type: string, currency: string, total: string) => ({
  ...{ invoice_type, currency, total },
  documents: 1,
})

it('adds what documents come to by currency, exactly where floats do not', () => {
  const parts = [one('01', 'USD', '0.10'), one('01', 'MYR', '9007199254740993.01'), one('03', 'USD', '0.20')]
  expect(sumsOf(parts)).toEqual([
    { currency: 'MYR', kind: 'charged', documents: 1, total: '9007199254740993.01' },
    { currency: 'USD', kind: 'charged', documents: 2, total: '0.30' },
  ])
  expect(sumsOf([])).toEqual([])
})

it('takes off what is given back, and keeps apart what the company itself owes', () => {
  const parts = DOCUMENT_TYPE_CODES.map((type) => one(type, 'MYR', `${Number(type)}.00`))
  expect(sumsOf([...parts, { ...one('02', 'MYR', '30.50'), documents: 3 }])).toEqual([
    { currency: 'MYR', kind: 'charged', documents: 2, total: '4.00' },
    { currency: 'MYR', kind: 'credited', documents: 5, total: '-36.50' },
    { currency: 'MYR', kind: 'self_billed', documents: 2, total: '24.00' },
    { currency: 'MYR', kind: 'self_billed_credited', documents: 2, total: '-26.00' },
  ])
})
