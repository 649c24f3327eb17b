import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentEntries } from '../../test/arbitraries.ts'
import { buildDocument, buildLine } from '../../test/build.ts'
import { changesBetween } from './changes.ts'
import { calculate } from './totals.ts'

const [paper, pens, ink] = [
  buildLine({ id: '1', item_description: 'Kertas A4', quantity: '10', unit_price: '12.50' }),
  buildLine({ id: '2', item_description: 'Pen biru', quantity: '4', unit_price: '1.20' }),
  buildLine({ id: '3', item_description: 'Dakwat', quantity: '1', unit_price: '89.00' }),
] as const
const before = calculate(buildDocument({ items: [paper, pens, ink] }))
const with_items = (items: (typeof paper)[]) => calculate({ ...before, items })
const lines = (items: (typeof paper)[]) =>
  changesBetween(before, with_items(items)).filter(({ path }) => path.startsWith('items.'))

describe('what an edit changed', () => {
  test('is nothing of a document that is stored again, however its amounts are written', () => {
    const again = with_items([{ ...paper, quantity: '10.00', unit_price: '12.5' }, pens, ink])
    expect(changesBetween(before, again)).toEqual([])
  })

  test('is the sum first, then header, buyer and line, each as it was and as it is', () => {
    const after = calculate({
      ...before,
      payment_due_date: '2026-12-31',
      customer: { ...before.customer, entity_code: 'OTHER', tin_no: 'C99999999990' },
      items: [paper, { ...pens, unit_price: '12.00' }, ink],
    })
    expect(changesBetween(before, after)).toEqual([
      { path: 'total_payable_amount', from: before.total_payable_amount, to: after.total_payable_amount },
      { path: 'payment_due_date', from: before.payment_due_date ?? '', to: '2026-12-31' },
      { path: 'customer.tin_no', from: before.customer.tin_no, to: 'C99999999990' },
      { path: 'items.1.unit_price', from: '1.20', to: '12.00' },
    ])
  })

  test('a number with a zero before it is another one', () => {
    const zero = { ...before, customer: { ...before.customer, zipcode: '05000' } }
    const none = { ...before, customer: { ...before.customer, zipcode: '5000' } }
    expect(changesBetween(zero, none)).toEqual([{ path: 'customer.zipcode', from: '05000', to: '5000' }])
  })

  test('a line that was put in between is one change, whatever ids the others have now', () => {
    const glue = buildLine({ id: '1', item_description: 'Gam', quantity: '2', unit_price: '3' })
    const after = [glue, { ...paper, id: '2' }, { ...pens, id: '3' }, { ...ink, id: '4' }]
    expect(lines(after)).toEqual([{ path: 'items.0', from: '', to: '2 × 3.00 Gam' }])
  })

  test('a line that was taken away is counted where it stood', () => {
    expect(lines([paper, ink])).toEqual([{ path: 'items.1', from: '4 × 1.20 Pen biru', to: '' }])
  })

  test('lines are told apart by what they describe, whatever their place', () => {
    expect(
      lines([
        { ...ink, id: 'a' },
        { ...paper, quantity: '11', id: 'b' },
        { ...pens, id: 'c' },
      ]),
    ).toEqual([{ path: 'items.1.quantity', from: '10', to: '11' }])
  })

  test('a line that is written anew is changed in its place', () => {
    expect(lines([paper, { ...pens, item_description: 'Pen merah' }, ink])).toEqual([
      { path: 'items.1.item_description', from: 'Pen biru', to: 'Pen merah' },
    ])
  })

  test('lines of one description are all told', () => {
    const twice = calculate({ ...before, items: [paper, { ...paper, quantity: '2' }] })
    const none = calculate({ ...before, items: [ink] })
    expect(changesBetween(twice, none).filter(({ path }) => path.startsWith('items.'))).toEqual([
      { path: 'items.0', from: '', to: '1 × 89.00 Dakwat' },
      { path: 'items.0', from: '10 × 12.50 Kertas A4', to: '' },
      { path: 'items.1', from: '2 × 12.50 Kertas A4', to: '' },
    ])
  })

  test('is told of any two documents, and of none beside itself', () => {
    fc.assert(
      fc.property(documentEntries, documentEntries, (one, other) => {
        const [from, to] = [calculate(one), calculate(other)]
        expect(changesBetween(from, from)).toEqual([])
        const moved = changesBetween(from, to)
        expect(moved.every((change) => change.from !== change.to)).toBe(true)
        expect(new Set(moved.map(({ path, to: now }) => `${path} ${now === ''}`)).size).toBe(moved.length)
      }),
    )
  })
})
