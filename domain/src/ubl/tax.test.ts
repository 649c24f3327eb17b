import { describe, expect, test } from 'vitest'
import { buildLine } from '../../test/build.ts'
import { findAll, type Node, textAt } from '../../test/reading.ts'
import { buildTree } from '../../test/tree.ts'

const tree = buildTree({
  items: [
    buildLine({ unit_price: '100', quantity: '1', tax_type: '02', tax_rate: '8.00' }),
    buildLine({ unit_price: '50', quantity: '1', tax_type: '02', tax_rate: '6.00' }),
    buildLine({
      unit_price: '7',
      quantity: '1',
      tax_type: 'E',
      tax_rate: '0',
      tax_exemption_reason: 'Exempt',
    }),
    buildLine({
      unit_price: '3',
      quantity: '1',
      tax_type: '06',
      tax_rate: '0',
      tax_exemption_reason: 'Non SST',
    }),
  ],
})

const subtotals = (node: Node) =>
  findAll(node, 'TaxTotal/TaxSubtotal').map((subtotal) => ({
    type: textAt(subtotal, 'TaxCategory/ID'),
    taxable: textAt(subtotal, 'TaxableAmount'),
    tax: textAt(subtotal, 'TaxAmount'),
    percent: textAt(subtotal, 'Percent'),
    reason: textAt(subtotal, 'TaxCategory/TaxExemptionReason'),
  }))

describe('the header', () => {
  test('has one subtotal per tax type; exempt and untaxed amounts stand there with no tax', () => {
    expect(subtotals(tree)).toEqual([
      { type: '02', taxable: '150.00', tax: '11.00', percent: '', reason: '' },
      { type: 'E', taxable: '7.00', tax: '0.00', percent: '', reason: 'Exempt' },
      { type: '06', taxable: '3.00', tax: '0.00', percent: '', reason: '' },
    ])
    expect(textAt(tree, 'TaxTotal/TaxAmount')).toBe('11.00')
  })

  test('gives for the exempt amount the reason of each of its lines', () => {
    const by = (tax_exemption_reason: string) =>
      buildLine({ tax_type: 'E', tax_rate: '0', tax_exemption_reason })
    const exempt = buildTree({ items: [by('Schedule A'), by('Group B'), by('Schedule A')] })
    expect(subtotals(exempt).map(({ reason }) => reason)).toEqual(['Schedule A, Group B'])
    const lines = findAll(exempt, 'InvoiceLine').flatMap(subtotals)
    expect(lines.map(({ reason }) => reason)).toEqual(['Schedule A', 'Group B', 'Schedule A'])
  })
})

describe('a line', () => {
  const lines = findAll(tree, 'InvoiceLine')

  test('states its own rate where its type has one', () => {
    expect(lines.flatMap(subtotals).map(({ type, percent, tax }) => [type, percent, tax])).toEqual([
      ['02', '8.00', '8.00'],
      ['02', '6.00', '3.00'],
      ['E', '', '0.00'],
      ['06', '', '0.00'],
    ])
  })

  test('gives a reason only when it is exempt', () => {
    expect(lines.flatMap(subtotals).map(({ reason }) => reason)).toEqual(['', '', 'Exempt', ''])
  })
})

test('the tax scheme is the constant of the authority', () => {
  const [scheme] = findAll(tree, 'TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID')
  expect(scheme).toMatchObject({
    text: 'OTH',
    attributes: { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' },
  })
})
