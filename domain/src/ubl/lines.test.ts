import { describe, expect, test } from 'vitest'
import { buildDocument, buildLine } from '../../test/build.ts'
import { findAll, type Node, textAt } from '../../test/reading.ts'
import { buildTree } from '../../test/tree.ts'
import type { LineEntry } from '../documents/document.ts'
import { buildInvoice } from './invoice.ts'

const build = (...items: Partial<LineEntry>[]): Node => buildTree({ items: items.map(buildLine) })
const lineOf = (entry: Partial<LineEntry>): Node => {
  const [line] = findAll(build(entry), 'InvoiceLine')
  if (!line) throw new Error('no line')
  return line
}
const allowancesOf = (entry: Partial<LineEntry>) =>
  findAll(lineOf(entry), 'AllowanceCharge').map((one) => ({
    charge: textAt(one, 'ChargeIndicator'),
    factor: textAt(one, 'MultiplierFactorNumeric'),
    amount: textAt(one, 'Amount'),
  }))

test('lines are numbered from 1, whatever the form called them', () => {
  expect(findAll(build({ id: 'a' }, { id: 'b' }), 'InvoiceLine/ID').map((id) => id.text)).toEqual(['1', '2'])
})

test('prices and quantities keep their places and are never in scientific notation', () => {
  const line = lineOf({ unit_price: '0.00000012', quantity: '12345678.00000001', unit_of_measurement: 'KGM' })
  expect(textAt(line, 'Price/PriceAmount')).toBe('0.00000012')
  expect(findAll(line, 'InvoicedQuantity')[0]).toMatchObject({
    text: '12345678.00000001',
    attributes: { unitCode: 'KGM' },
  })
  expect(textAt(line, 'ItemPriceExtension/Amount')).toBe('1.48')
})

test('a price that is no plain decimal is a bug, not a document', () => {
  const document = buildDocument()
  const [line] = document.items
  if (!line) throw new Error('no line')
  const broken = { ...document, items: [{ ...line, unit_price: '1e-7' }] }
  expect(() => buildInvoice(broken, { version: '1.1', issued_at: new Date() })).toThrow('plain decimals')
})

describe('discounts and fees', () => {
  test('a discount by rate has its fraction and its amount', () => {
    expect(allowancesOf({ unit_price: '100', quantity: '1', discount_rate: '12.5' })).toEqual([
      { charge: 'false', factor: '0.125', amount: '12.50' },
    ])
  })

  test('a discount by amount has no fraction', () => {
    expect(allowancesOf({ discount_amount: '7.77' })).toEqual([
      { charge: 'false', factor: '', amount: '7.77' },
    ])
  })

  test('a rate that does not lead to the amount is not sent beside it', () => {
    expect(
      allowancesOf({ unit_price: '100', quantity: '1', discount_rate: '5', discount_amount: '9' }),
    ).toEqual([{ charge: 'false', factor: '', amount: '9.00' }])
  })

  test('a fee follows the discount', () => {
    expect(
      allowancesOf({ unit_price: '100', quantity: '1', discount_rate: '5', charges_rate: '10' }),
    ).toEqual([
      { charge: 'false', factor: '0.05', amount: '5.00' },
      { charge: 'true', factor: '0.1', amount: '10.00' },
    ])
  })

  test('without either there is none', () => {
    expect(allowancesOf({})).toEqual([])
  })
})

test('tariff code and origin stand before the classification when they are known', () => {
  const line = lineOf({ product_tariff: '8471.30.2000', country_origin: 'CHN' })
  expect(
    findAll(line, 'Item/CommodityClassification/ItemClassificationCode').map((code) => [
      code.attributes.listID,
      code.text,
    ]),
  ).toEqual([
    ['PTC', '8471.30.2000'],
    ['CLASS', '022'],
  ])
  expect(textAt(line, 'Item/OriginCountry/IdentificationCode')).toBe('CHN')
  expect(findAll(lineOf({}), 'Item/OriginCountry')).toEqual([])
})
