import { expect, test } from 'vitest'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { CLASSIFICATION_OPTIONS, TAX_TYPE_OPTIONS } from '../../../widgets/code-options.ts'
import { UNIT_OPTIONS } from '../options.ts'
import { buildLine } from './examples.ts'
import { type CellPlace, pasteLines } from './paste-lines.ts'

const lists = {
  classification: CLASSIFICATION_OPTIONS,
  unit_of_measurement: UNIT_OPTIONS,
  tax_type: TAX_TYPE_OPTIONS,
}
const two = [buildLine({ id: 'a' }), buildLine({ id: 'b', item_description: 'Ink' })]
const from = (field: CellPlace['field'], id = 'a'): CellPlace => ({ id, field })
const paste = (place: CellPlace, cells: string[][], before = two) =>
  pasteLines(before, place, cells, { lists, now_ms: 1_790_000_000_000 })

test('a whole block is written across and down, and adds the lines it needs', () => {
  const block = [
    ['Kertas A4', '022', '10', 'EA', 'RM 12.50', '10', '', '01', '10'],
    ['Toner', '022 Others', '2', 'each', '1 250.00', '', '', '02', '8%'],
    ['Delivery', 'others', '1', 'EA', '50', '', '5', '06', '0'],
  ]
  const { items, unread, hidden, rows, rows_over, beyond } = paste(from('item_description', 'b'), block)
  expect(items).toHaveLength(4)
  expect(items[0]).toBe(two[0])
  expect(items.slice(1)).toMatchObject([
    { id: 'b', item_description: 'Kertas A4', quantity: '10', unit_price: 'RM 12.50', tax_type: '01' },
    { item_description: 'Toner', classification: '022', quantity: '2', unit_price: '1 250.00' },
    { item_description: 'Delivery', classification: '022', tax_type: '06', tax_rate: '0.00' },
  ])
  expect(items[1]).toMatchObject({ discount_rate: '10', discount_amount: '12.50', discount_by: 'rate' })
  expect(items[3]).toMatchObject({ discount_rate: '10.00', discount_amount: '5', discount_by: 'amount' })
  expect(new Set(items.map(({ id }) => id)).size).toBe(4)
  expect([unread, hidden, rows, rows_over, beyond]).toEqual([[], [], 3, 0, false])
})

test('an empty cell and an empty row leave what is there', () => {
  const { items, rows } = paste(from('item_description'), [
    ['', '', '4'],
    ['', ' ', ''],
    ['Pens', '', '5'],
  ])
  expect(items).toMatchObject([
    { item_description: two[0]?.item_description, quantity: '4' },
    { item_description: 'Pens', quantity: '5' },
  ])
  expect([items.length, rows]).toEqual([2, 2])
})

test('what is no code of a list stays and is told; a rate that nothing would show stays out', () => {
  // The quantity stands where the classification is: two is no code, and surely not 002.
  const { items, unread, hidden } = paste(from('classification'), [
    ['2', '12', 'boxful', '3', '', '', '06', '8'],
  ])
  expect(items[0]).toMatchObject({
    classification: '2',
    quantity: '12',
    unit_of_measurement: 'boxful',
    tax_type: '06',
    tax_rate: '0.00',
  })
  expect(unread).toEqual([from('classification'), from('unit_of_measurement')])
  expect(hidden).toEqual([{ ...from('tax_rate'), text: '8' }])
})

test('a discount of nothing beside a rate is the rate’s, as in an upload', () => {
  const { items, hidden } = paste(from('quantity'), [
    ['2', 'EA', '100', '10', '0.00'],
    ['2', 'EA', '100', '0', '0.00'],
  ])
  expect(items).toMatchObject([
    { discount_rate: '10', discount_amount: '20.00', discount_by: 'rate' },
    { discount_rate: '0.00', discount_amount: '0.00' },
  ])
  expect(hidden).toEqual([])
  // Alone it is what somebody says of the discount.
  const discounted = [
    buildLine({ id: 'a', discount_rate: '10', discount_amount: '1.00', discount_by: 'rate' }),
  ]
  expect(paste(from('discount_amount'), [['0.00', '02']], discounted).items).toMatchObject([
    { discount_rate: '0.00', discount_amount: '0.00' },
  ])
  // What cannot be read is not nothing.
  expect(paste(from('discount_rate'), [['10', 'none']]).items[0]?.discount_amount).toBe('none')
  expect(paste(from('discount_rate'), [['ten', '0.00']]).items[0]?.discount_rate).toBe('ten')
})

test('a discount rules its row, and a rate that it is not is told', () => {
  const { items, hidden } = paste(from('quantity'), [
    ['2', 'EA', '100', '10%', '20'],
    ['2', 'EA', '100', '15%', '20'],
  ])
  expect(items).toMatchObject([
    { discount_rate: '10.00', discount_amount: '20', discount_by: 'amount' },
    { discount_rate: '10.00', discount_amount: '20', discount_by: 'amount' },
  ])
  expect(hidden).toEqual([{ ...from('discount_rate', 'b'), text: '15%' }])
})

test('a tax type that stands there already keeps the reason given for it', () => {
  const exempt = [buildLine({ id: 'a', tax_type: 'E', tax_exemption_reason: 'Order 2018' })]
  expect(paste(from('tax_type'), [['E', '0']], exempt).items[0]?.tax_exemption_reason).toBe('Order 2018')
  expect(paste(from('tax_type'), [['02', '8']], exempt).items[0]?.tax_exemption_reason).toBe('')
})

test('a figure that cannot be read stays as it was pasted', () => {
  const { items, written } = paste(from('quantity'), [['two'], ['3 4']])
  expect(items.map(({ quantity }) => quantity)).toEqual(['two', '3 4'])
  expect(written).toEqual([from('quantity'), from('quantity', 'b')])
})

test('lines within a cell are no thousands of a figure', () => {
  const { items } = paste(from('item_description'), [['Kertas\nA4', '', '2\n150.00', '', '150.00\n']])
  expect(items[0]).toMatchObject({
    item_description: 'Kertas A4',
    quantity: '2 / 150.00',
    unit_price: '150.00',
  })
})

test('no more lines than a document may have, and nothing beyond the last column', () => {
  const many = Array.from({ length: LINES_MAX + 3 }, (_, at) => [`Item ${at}`])
  const { items, rows, rows_over } = paste(from('item_description', 'b'), many)
  expect([items.length, rows, rows_over]).toEqual([LINES_MAX, LINES_MAX - 1, 4])
  expect(paste(from('tax_type'), [['02', '8', 'a note']]).beyond).toBe(true)
  expect(paste(from('tax_type'), [['02', '8', ' ']]).beyond).toBe(false)
})
