import { describe, expect, test } from 'vitest'
import { editHeader, editLine, isBlank, switchSelfBilling, withoutBlankLines } from './edit.ts'
import { buildForm, buildLine } from './examples.ts'
import { toRequest } from './request.ts'
import { type FormLine, newLine } from './state.ts'

describe('a discount', () => {
  const line = buildLine({ unit_price: '80.00', quantity: '3' })

  test('typed as a rate sets the amount', () => {
    expect(editLine(line, 'discount_rate', '12.5').discount_amount).toBe('30.00')
  })

  test('typed as an amount sets the rate with 2 decimals', () => {
    expect(editLine(line, 'discount_amount', '32').discount_rate).toBe('13.33')
  })

  test('follows a later change of quantity on the side that was not typed', () => {
    const byRate = editLine(line, 'discount_rate', '10')
    expect(editLine(byRate, 'quantity', '5')).toMatchObject({ discount_rate: '10', discount_amount: '40.00' })
    const byAmount = editLine(line, 'discount_amount', '24')
    expect(editLine(byAmount, 'quantity', '6')).toMatchObject({
      discount_rate: '5.00',
      discount_amount: '24',
    })
  })
})

test('the sign of a rate is typed along, and of no amount', () => {
  const line = buildLine({ unit_price: '80.00', quantity: '3', tax_type: '02' })
  expect(editLine(line, 'tax_rate', '6 %').tax_rate).toBe('6')
  expect(editLine(line, 'charges_rate', '2.5%').charges_rate).toBe('2.5')
  expect(editLine(line, 'discount_rate', '12.5 % ').discount_amount).toBe('30.00')
  expect(editHeader(buildForm(), 'tax_rate', '8%').tax_rate).toBe('8')
  expect(editLine(line, 'discount_amount', '6 %').discount_amount).toBe('6 %')
})

test('an untaxed type takes the rate away, and every change of type the reason', () => {
  const exempt = buildLine({ tax_type: 'E', tax_exemption_reason: 'Educational materials', tax_rate: '0.00' })
  expect(editLine(exempt, 'tax_type', '02').tax_exemption_reason).toBe('')
  expect(editLine(buildLine({ tax_type: '02', tax_rate: '8' }), 'tax_type', '06').tax_rate).toBe('0.00')
  expect(editLine(buildLine({ tax_type: '02', tax_rate: '8' }), 'tax_type', '01').tax_rate).toBe('8')
})

test('the exchange rate goes with its currency', () => {
  const foreign = buildForm({ invoice_currency: 'USD', currency_exchange_rate: '4.2150' })
  expect(editHeader(foreign, 'invoice_currency', 'JPY').currency_exchange_rate).toBe('')
  expect(editHeader(foreign, 'invoice_currency', 'MYR').currency_exchange_rate).toBe('')
  expect(editHeader(foreign, 'invoice_currency', 'USD').currency_exchange_rate).toBe('4.2150')
})

test('a tax rate set back to zero makes the exemption reason NOT APPLICABLE', () => {
  const untouched = buildForm()
  expect(untouched.tax_exemption_reason).toBe('Non SST Registrant')
  const taxed = editHeader(untouched, 'tax_rate', '8')
  expect(taxed.tax_exemption_reason).toBe('Non SST Registrant')
  expect(editHeader(taxed, 'tax_rate', '0').tax_exemption_reason).toBe('NOT APPLICABLE')
})

test('the self-billing switch resets type, number and the chosen other side, and keeps the lines', () => {
  const switched = switchSelfBilling(buildForm(), true)
  expect(switched).toMatchObject({ selfbilling: true, invoice_type: '', invoice_number: '', customer: null })
  expect(switched.items).toHaveLength(1)
  expect(switched.sender?.name).toBe('Kinabalu Trading Sdn Bhd')
})

test('only a line that says nothing at all is blank, and none of those is sent', () => {
  const blank = newLine(1, 0)
  expect(isBlank(blank)).toBe(true)
  expect(isBlank({ ...blank, unit_price: '0', quantity: '1', item_description: ' ' })).toBe(true)
  const typed: Partial<FormLine>[] = [
    ...[{ unit_price: '5' }, { quantity: '4' }, { quantity: 'four' }, { discount_rate: '10' }],
    ...[{ unit_of_measurement: 'KGM' }, { tax_type: '02' }, { product_tariff: '8414.51' }],
  ]
  for (const field of typed) expect(isBlank({ ...blank, ...field }), JSON.stringify(field)).toBe(false)
  const filled = buildLine()
  expect(withoutBlankLines(buildForm({ items: [blank, filled, newLine(1, 2)] })).items).toEqual([filled])
  expect(toRequest(buildForm({ items: [filled, blank] }), '14:05:09').items).toHaveLength(1)
})
