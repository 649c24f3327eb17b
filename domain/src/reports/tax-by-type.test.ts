import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { documentEntries } from '../../test/arbitraries.ts'
import { buildDocument, buildLine } from '../../test/build.ts'
import { findAll, textAt } from '../../test/reading.ts'
import { buildTree } from '../../test/tree.ts'
import type { TaxDocument } from '../documents/document.ts'
import type { Status } from '../documents/lifecycle.ts'
import { kindOf } from '../documents/sums.ts'
import { calculate } from '../documents/totals.ts'
import { add, convert, round2, subtract } from '../money/decimal.ts'
import { isTotal, OTHER_RATES, type Taxed, type TaxRow, type TaxTotal, tallyTaxes } from './tax-by-type.ts'

const taxed = (document: TaxDocument, given: Partial<Taxed> = {}): Taxed => ({
  ...document,
  ...{ company: 'Kinabalu', status: 'Validated', environment: 'prod' },
  ...{ exchange_rate: document.currency_exchange_rate, lines: document.items },
  ...given,
})

const resultOf = (documents: readonly Taxed[], rows_max?: number) => {
  const tally = tallyTaxes(rows_max)
  for (const document of documents) tally.add(document)
  return tally.result()
}
const rowsOf = (documents: readonly Taxed[], rows_max?: number) =>
  resultOf(documents, rows_max).filter((row): row is TaxRow => !isTotal(row))
const totalsOf = (documents: readonly Taxed[]) => resultOf(documents).filter(isTotal)

const line = (unit_price: string, tax_type: string, tax_rate: string) =>
  buildLine({ unit_price, quantity: '1', tax_type, tax_rate, tax_exemption_reason: 'Exempt goods' })

describe('the rows', () => {
  const lines = [line('100', '02', '8.00'), line('50', '02', '6'), line('10', '02', '8')]
  const items = [...lines, line('7', 'E', '0'), line('3', '06', '0'), line('1', '01', '0')]

  it('are one for each type and rate, types without a rate and rates of nothing too', () => {
    const document = taxed(buildDocument({ items }))
    const told = rowsOf([document, document]).map((row) => [
      ...[row.tax_type, row.tax_rate, row.documents, row.taxable, row.tax, row.taxable_myr, row.tax_myr],
    ])
    expect(told).toEqual([
      ['01', '0', 2, '2.00', '0.00', '2.00', '0.00'],
      ['02', '6', 2, '100.00', '6.00', '100.00', '6.00'],
      ['02', '8', 2, '220.00', '17.60', '220.00', '17.60'],
      ['06', '', 2, '6.00', '0.00', '6.00', '0.00'],
      ['E', '', 2, '14.00', '0.00', '14.00', '0.00'],
    ])
  })

  it('come to the TaxSubtotal that LHDN is sent of each type', () => {
    const sent = findAll(buildTree({ items }), 'TaxTotal/TaxSubtotal').map((subtotal) => [
      ...[
        textAt(subtotal, 'TaxCategory/ID'),
        textAt(subtotal, 'TaxableAmount'),
        textAt(subtotal, 'TaxAmount'),
      ],
    ])
    const by_type = Map.groupBy(rowsOf([taxed(buildDocument({ items }))]), ({ tax_type }) => tax_type)
    const told = [...by_type].map(([tax_type, rows]) => [
      ...[
        tax_type,
        round2(add(...rows.map((row) => row.taxable))),
        round2(add(...rows.map((row) => row.tax))),
      ],
    ])
    expect(told).toEqual(sent.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)))
  })

  it('are of the lines, whatever is rounded or was paid before, discounts and charges within', () => {
    const discounted = buildLine({
      ...{ unit_price: '100', quantity: '1', discount_amount: '20', charges_rate: '5', tax_rate: '8.00' },
    })
    const document = buildDocument({ items: [discounted], prepayment_amount: '50', rounding_amount: '-0.02' })
    expect(rowsOf([taxed(document)])).toMatchObject([{ taxable: '85.00', tax: '6.80' }])
  })

  it('have a minus where it is given back, and keep apart what the company owes', () => {
    const told = ['14', '11', '04', '02', '03', '01'].map((invoice_type) =>
      taxed(buildDocument({ invoice_type, items: [line('100', '01', '10')] })),
    )
    expect(rowsOf(told).map(({ kind, documents, tax }) => [kind, documents, tax])).toEqual([
      ['charged', 2, '20.00'],
      ['credited', 2, '-20.00'],
      ['self_billed', 1, '10.00'],
      ['self_billed_credited', 1, '-10.00'],
    ])
  })

  it('tell apart month, environment, currency, and what a return may hold', () => {
    const of = (given: Partial<Taxed>) => taxed(buildDocument({ items: [line('100', '01', '10')] }), given)
    const statuses: Status[] = ['Validated', 'Submitted', 'Invalid', 'Pending Approval', 'User Cancelled']
    const told = rowsOf([
      of({ environment: 'simulator' }),
      ...statuses.map((status) => of({ status })),
      of({ invoice_date: '2026-09-30' }),
      of({ invoice_currency: 'USD', exchange_rate: '4.215' }),
      of({ invoice_currency: 'EUR', exchange_rate: null }),
    ])
    expect(
      told.map((row) => [row.month, row.environment, row.status, row.currency, row.documents, row.tax_myr]),
    ).toEqual([
      ['2026-09', 'prod', 'validated', 'MYR', 1, '10.00'],
      ['2026-11', 'prod', 'validated', 'EUR', 1, '0.00'],
      ['2026-11', 'prod', 'validated', 'MYR', 1, '10.00'],
      ['2026-11', 'prod', 'validated', 'USD', 1, '42.15'],
      ['2026-11', 'prod', 'not_validated', 'MYR', 3, '30.00'],
      ['2026-11', 'prod', 'cancelled', 'MYR', 1, '10.00'],
      ['2026-11', 'simulator', 'validated', 'MYR', 1, '10.00'],
    ])
  })

  it('put rates together when there are more than can be told apart, and lose nothing', () => {
    const of = (rates: readonly string[]) =>
      taxed(buildDocument({ items: [...rates.map((rate) => line('100', '01', rate)), line('5', 'E', '0')] }))
    const told = rowsOf([of(['1', '2']), of(['3', '4', '1']), of(['5'])], 2)
    expect(told.map((row) => [row.tax_type, row.tax_rate, row.documents, row.taxable, row.tax])).toEqual([
      ['01', '1', 2, '200.00', '2.00'],
      ['01', '2', 1, '100.00', '2.00'],
      ['01', OTHER_RATES, 2, '300.00', '12.00'],
      ['E', '', 3, '15.00', '0.00'],
    ])
  })
})

describe('a total', () => {
  const of = (given: Partial<Taxed>) => taxed(buildDocument({ items: [line('100', '01', '10')] }), given)

  const placeOf = ({ company, month, environment, status, side }: TaxTotal) => [
    ...[company, month, environment, status, side],
  ]

  it('stands beneath each month, and behind those of its company beneath all months', () => {
    const told = totalsOf([
      ...[of({}), of({ invoice_date: '2026-10-01' }), of({ status: 'OnHold' })],
      of({ environment: 'simulator' }),
    ])
    expect(told.map((row) => [...placeOf(row), row.documents, row.tax_myr])).toEqual([
      ['Kinabalu', '2026-10', 'prod', 'validated', 'charged', 1, '10.00'],
      ['Kinabalu', '2026-11', 'prod', 'validated', 'charged', 1, '10.00'],
      ['Kinabalu', '2026-11', 'prod', 'not_validated', 'charged', 1, '10.00'],
      ['Kinabalu', '2026-11', 'simulator', 'validated', 'charged', 1, '10.00'],
      ['Kinabalu', null, 'prod', 'validated', 'charged', 2, '20.00'],
      ['Kinabalu', null, 'prod', 'not_validated', 'charged', 1, '10.00'],
      ['Kinabalu', null, 'simulator', 'validated', 'charged', 1, '10.00'],
    ])
  })

  it('is of one company, however alike what they have is', () => {
    const documents = [of({ company: 'Selat' }), of({}), of({ company: 'Selat' })]
    expect(rowsOf(documents).map((row) => [row.company, row.documents, row.tax])).toEqual([
      ['Kinabalu', 1, '10.00'],
      ['Selat', 2, '20.00'],
    ])
    expect(totalsOf(documents).map((row) => [row.company, row.month, row.tax_myr])).toEqual([
      ['Kinabalu', '2026-11', '10.00'],
      ['Kinabalu', null, '10.00'],
      ['Selat', '2026-11', '20.00'],
      ['Selat', null, '20.00'],
    ])
  })

  it('is of what the company charges or of what it owes, each less what is given back', () => {
    const documents = ['11', '14', '01', '02', '01', '11'].map((invoice_type) => of({ invoice_type }))
    expect(totalsOf(documents).map((row) => [row.month, row.side, row.documents, row.tax_myr])).toEqual([
      ['2026-11', 'charged', 3, '10.00'],
      ['2026-11', 'self_billed', 3, '10.00'],
      [null, 'charged', 3, '10.00'],
      [null, 'self_billed', 3, '10.00'],
    ])
  })

  it('of nothing is none', () => {
    expect(resultOf([])).toEqual([])
  })

  it('counts a document once, of however many rates it is', () => {
    const document = taxed(buildDocument({ items: [line('1', '01', '5'), line('1', '01', '10')] }))
    expect(totalsOf([document]).map(({ documents }) => documents)).toEqual([1, 1])
  })
})

test('parts of a document come to its own figures in ringgit, to the sen', () => {
  // 0.05 at 4.5 is 0.23 for each, and 0.45 for both.
  const items = [line('0.05', '01', '100'), line('0.05', '02', '100')]
  const document = buildDocument({ items, invoice_currency: 'USD', currency_exchange_rate: '4.5' })
  expect(rowsOf([taxed(document)]).map(({ tax_myr }) => tax_myr)).toEqual(['0.23', '0.22'])

  const some = fc.array(
    fc.record({
      entry: documentEntries,
      invoice_date: fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-31'),
      status: fc.constantFrom<Status>('Validated', 'Invalid', 'User Cancelled'),
      company: fc.constantFrom('Kinabalu', 'Selat'),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(some, (given) => {
      const documents = given.map(({ entry, ...rest }) => ({ document: calculate(entry), rest }))
      const result = resultOf(documents.map(({ document, rest }) => taxed(document, rest)))
      const summed = (of: typeof documents, figure: 'total_excluding_tax' | 'total_tax_amount') =>
        round2(
          add(
            ...of.map(({ document }) => {
              const ringgit = convert(document[figure], document.currency_exchange_rate)
              return kindOf(document.invoice_type).endsWith('credited') ? subtract('0', ringgit) : ringgit
            }),
          ),
        )
      const totals = result.filter(isTotal)
      const of_months = totals.filter(({ month }) => month !== null)
      for (const some of [of_months, totals.filter(({ month }) => month === null)]) {
        expect(some.reduce((count, total) => count + total.documents, 0)).toBe(documents.length)
      }
      for (const total of totals) {
        const status = {
          validated: 'Validated',
          not_validated: 'Invalid',
          cancelled: 'User Cancelled',
        } as const
        const of = documents.filter(
          ({ document, rest }) =>
            total.company === rest.company &&
            (total.month === null || rest.invoice_date.startsWith(total.month)) &&
            kindOf(document.invoice_type).startsWith('self_billed') === (total.side === 'self_billed') &&
            rest.status === status[total.status],
        )
        expect(total).toMatchObject({
          documents: of.length,
          taxable_myr: summed(of, 'total_excluding_tax'),
          tax_myr: summed(of, 'total_tax_amount'),
        })
      }
    }),
  )
})
