import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentEntries, lineEntries } from '../../test/arbitraries.ts'
import { buildDocument, buildLine } from '../../test/build.ts'
import { add, round2, subtract } from '../money/decimal.ts'
import { calculate, calculateLine, sumByTaxType } from './totals.ts'

describe('a line', () => {
  test('is price times quantity, less the discount, plus the fee, and tax on that', () => {
    const line = calculateLine(
      buildLine({ unit_price: '33.33', quantity: '3', discount_rate: '12.5', charges_rate: '10' }),
    )
    expect(line).toMatchObject({
      subtotal: '99.99',
      discount_amount: '12.50',
      charges_amount: '10.00',
      total_excluding_tax: '97.49',
      tax_amount: '7.80',
    })
  })

  test('takes a stated discount amount over a rate', () => {
    const line = calculateLine(
      buildLine({ unit_price: '100', quantity: '1', discount_rate: '50', discount_amount: '9' }),
    )
    expect(line).toMatchObject({ discount_amount: '9.00', total_excluding_tax: '91.00' })
  })

  test('rounds prices of 8 places only once, in its subtotal', () => {
    expect(calculateLine(buildLine({ unit_price: '0.12345678', quantity: '12000.12345' })).subtotal).toBe(
      '1481.50',
    )
  })

  test.each(['06', 'E'])('of tax type %s carries no tax, whatever its rate says', (tax_type) => {
    expect(calculateLine(buildLine({ tax_type, tax_rate: '8' })).tax_amount).toBe('0.00')
  })

  test('comes out the same for a discount by rate and by the amount it leads to', () => {
    fc.assert(
      fc.property(lineEntries, (entry) => {
        const byRate = calculateLine(entry)
        const byAmount = calculateLine({
          ...entry,
          discount_rate: '0',
          discount_amount: byRate.discount_amount,
        })
        expect(byAmount).toEqual({ ...byRate, discount_rate: '0' })
      }),
    )
  })
})

describe('a document', () => {
  test('sums its lines by hand', () => {
    const document = buildDocument({
      rounding_amount: '0.02',
      prepayment_amount: '100',
      items: [
        buildLine({ unit_price: '3899.00', quantity: '3', tax_type: '01', tax_rate: '10' }),
        buildLine({
          unit_price: '250.00',
          quantity: '1.5',
          tax_type: '02',
          tax_rate: '8',
          discount_amount: '5',
        }),
        buildLine({ unit_price: '35', quantity: '1', tax_type: '06', tax_rate: '0' }),
      ],
    })
    expect(document).toMatchObject({
      total_net_amount: '12102.00',
      total_excluding_tax: '12102.00',
      total_discount_value: '5.00',
      total_tax_amount: '1199.30',
      total_including_tax: '13301.30',
      total_payable_amount: '13201.32',
    })
  })

  test('rounds tax on each line before it is summed', () => {
    const line = buildLine({ unit_price: '0.07', quantity: '1', tax_rate: '8' })
    expect(buildDocument({ items: [line, line, line] }).total_tax_amount).toBe('0.03')
  })

  test('without lines is worth nothing', () => {
    expect(buildDocument({ items: [] })).toMatchObject({
      total_payable_amount: '0.00',
      total_tax_amount: '0.00',
    })
  })

  test('has totals that are the sums of its lines', () => {
    fc.assert(
      fc.property(documentEntries, (entry) => {
        const document = calculate(entry)
        const sum = (pick: (line: (typeof document.items)[number]) => string) =>
          round2(add(...document.items.map(pick)))
        expect(document.total_excluding_tax).toBe(sum((line) => line.total_excluding_tax))
        expect(document.total_tax_amount).toBe(sum((line) => line.tax_amount))
        expect(subtract(document.total_including_tax, document.total_tax_amount)).toBe(
          subtract(document.total_excluding_tax, '0'),
        )
      }),
    )
  })

  test('is not changed by calculating it twice', () => {
    fc.assert(
      fc.property(documentEntries, (entry) => {
        const once = calculate(entry)
        expect(calculate(once)).toEqual(once)
      }),
    )
  })
})

describe('the tax table', () => {
  const document = buildDocument({
    items: [
      buildLine({ unit_price: '100', quantity: '1', tax_type: '02', tax_rate: '8' }),
      buildLine({
        unit_price: '50',
        quantity: '1',
        tax_type: 'E',
        tax_rate: '0',
        tax_exemption_reason: 'Exempt',
      }),
      buildLine({ unit_price: '10', quantity: '1', tax_type: '02', tax_rate: '6' }),
    ],
  })

  test('has one row per type in order of appearance', () => {
    expect(sumByTaxType(document.items)).toEqual([
      { tax_type: '02', taxable_amount: '110.00', tax_amount: '8.60', tax_exemption_reason: '' },
      { tax_type: 'E', taxable_amount: '50.00', tax_amount: '0.00', tax_exemption_reason: 'Exempt' },
    ])
  })

  test('adds up to the tax of the document, since exempt rows add nothing', () => {
    expect(round2(add(...sumByTaxType(document.items).map((row) => row.tax_amount)))).toBe(
      document.total_tax_amount,
    )
  })

  test.each([
    ['different ones', ['Schedule A', 'Group B'], 'Schedule A, Group B'],
    ['equal ones once', ['Schedule A', ' Schedule A', ''], 'Schedule A'],
    ['as many as LHDN takes', ['X'.repeat(150), 'Y'.repeat(148)], `${'X'.repeat(150)}, ${'Y'.repeat(148)}`],
    ['whole ones', ['Order 1', 'X'.repeat(290), 'Order 2'], 'Order 1 and others'],
    ['no more than a long one', ['X'.repeat(300), 'Order 1'], `${'X'.repeat(289)} and others`],
  ])('gives every reason of its exempt lines in 300 characters: %s', (_, reasons, expected) => {
    const exempt = { tax_type: 'E', tax_rate: '0' }
    const items = reasons.map((tax_exemption_reason) => buildLine({ ...exempt, tax_exemption_reason }))
    const [row, ...others] = sumByTaxType(buildDocument({ items }).items)
    expect([row?.tax_exemption_reason, others]).toEqual([expected, []])
    expect(expected.length).toBeLessThanOrEqual(300)
  })
})
