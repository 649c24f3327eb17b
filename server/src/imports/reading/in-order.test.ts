import { expect, test } from 'vitest'
import { openOrder } from './in-order.ts'

test.each<[string, string[], boolean]>([
  ['each document by itself', ['A', 'A', 'B', 'C', 'C'], true],
  ['a document that goes on behind another', ['A', 'B', 'A'], false],
  ['rows without a number', ['A', '', 'A', ' ', 'B', ''], true],
  ['a number with blanks around it, and with what keeps it from being run', ['=A', "'=A ", ' =A'], true],
  ['the same numbers in other letters', ['a', 'A', 'a'], false],
])('%s', (_, numbers, in_order) => {
  const order = openOrder(['x', ' Invoice Number '])
  for (const [at, number] of numbers.entries()) order.add({ row: at + 2, cells: ['', number] })
  expect(order.isInOrder()).toBe(in_order)
})

test('nothing is known of a file whose numbers have another heading', () => {
  expect(openOrder(['Rujukan']).isInOrder()).toBe(false)
})
