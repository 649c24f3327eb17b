import { expect, test } from 'vitest'
import { buildLine } from '../../test/build.ts'
import { findAll, textAt } from '../../test/reading.ts'
import { buildText, buildTree } from '../../test/tree.ts'

const items = [buildLine({ unit_price: '100', quantity: '1', tax_rate: '8', discount_rate: '10' })]

test('line discounts are inside the lines, so the document’s own allowance and charge are zero', () => {
  const [total] = findAll(
    buildTree({ items, rounding_amount: '-0.2', prepayment_amount: '10' }),
    'LegalMonetaryTotal',
  )
  expect(total?.children.map(({ name, text }) => [name, text])).toEqual([
    ['cbc:LineExtensionAmount', '90.00'],
    ['cbc:TaxExclusiveAmount', '90.00'],
    ['cbc:TaxInclusiveAmount', '97.20'],
    ['cbc:AllowanceTotalAmount', '0.00'],
    ['cbc:ChargeTotalAmount', '0.00'],
    ['cbc:PayableRoundingAmount', '-0.20'],
    ['cbc:PayableAmount', '87.00'],
  ])
})

test('prepayment and rounding are left out when they are zero, and shown with 2 places when not', () => {
  expect(findAll(buildTree({}), 'PrepaidPayment')).toEqual([])
  expect(findAll(buildTree({}), 'LegalMonetaryTotal/PayableRoundingAmount')).toEqual([])
  expect(textAt(buildTree({ prepayment_amount: '10.5' }), 'PrepaidPayment/PaidAmount')).toBe('10.50')
})

test('every amount carries the currency of the document', () => {
  const text = buildText({
    invoice_currency: 'USD',
    currency_exchange_rate: '4.2',
    prepayment_amount: '1',
    items,
  })
  const currencies = [...text.matchAll(/currencyID="([A-Z]+)"/g)].map((match) => match[1])
  expect(new Set(currencies)).toEqual(new Set(['USD']))
  expect([...text.matchAll(/<cbc:\w*Amount>/g)]).toEqual([])
})

test('a foreign currency has its rate to the ringgit, the ringgit has none', () => {
  const tree = buildTree({ invoice_currency: 'USD', currency_exchange_rate: '4.21505' })
  const [rate] = findAll(tree, 'TaxExchangeRate')
  expect(rate?.children.map(({ text }) => text)).toEqual(['USD', 'MYR', '4.21505'])
  expect(findAll(buildTree({ currency_exchange_rate: '1.00' }), 'TaxExchangeRate')).toEqual([])
  expect(findAll(tree, 'TaxCurrencyCode')).toEqual([])
})
