import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const KNOWN = ['invoice_date', 'invoice_type', 'customer.name', 'customer.tin_no', 'items', 'uuid']

test.each([
  ['invoice_dat', 'invoice_date'],
  ['invoiceDate', 'invoice_date'],
  ['custmer_name', 'customer.name'],
  ['Customer.TIN No', 'customer.tin_no'],
  ['item', 'items'],
  ['uiud', undefined],
  ['colour', undefined],
  ['', undefined],
  ['日付', undefined],
])('%j means %j', (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant)
})

test('of two the nearer one is meant, of two as near the first', () => {
  expect(nearest('total_tax', ['total_rate', 'total_tax_', 'total_net'])).toBe('total_tax_')
  expect(nearest('abcd', ['abce', 'abcf'])).toBe('abce')
})

test('a name without end is near to none and costs nothing', () => {
  const candidates = { [Symbol.iterator]: () => expect.unreachable('compared') }
  expect(nearest('x'.repeat(1_000_000), candidates)).toBeUndefined()
})
