import { describe, expect, test } from 'vitest'
import { LINES_MAX } from '../checks/lines.ts'
import { FINDINGS_MAX } from '../problems.ts'
import { readEnrichment } from '../shaping/enrichment.ts'
import { readMappings } from '../shaping/mappings.ts'
import { gatheringUnder } from './gather.ts'
import { letterOf, readHeadings } from './headings.ts'

const HEADINGS = [
  'invoice_number',
  'payment_due_date',
  'invoice_currency',
  'customer.name',
  'classification',
  'unit_price',
]

/** Gathers lines of cells below these headings; the first is row 2. */
const gather = (lines: readonly string[][], headings: readonly string[] = HEADINGS) => {
  const gathering = gatheringUnder(readHeadings(headings).headings)()
  for (const [at, cells] of lines.entries()) gathering.add({ row: at + 2, cells })
  return gathering.finish()
}

describe('the rows of a document', () => {
  test('are its lines, wherever they stand; what is the document’s is said once or always alike', () => {
    const [a, b, ...none] = gather([
      ['A', '22/11/2026', '', 'Seri Jaya', '22', '1,000.00'],
      ['B', '', '', 'Tanjung', '', ''],
      ['A', '2026-11-22', '', '', '022', '2'],
    ])
    expect(none).toEqual([])
    expect(a).toMatchObject({
      invoice_number: 'A',
      payload: {
        source: 'CSV',
        invoice_number: 'A',
        payment_due_date: '2026-11-22',
        customer: { name: 'Seri Jaya' },
        items: [
          { classification: '022', unit_price: '1000' },
          { classification: '022', unit_price: '2' },
        ],
      },
      findings: [],
      changes: [{ field: 'classification', from: '22', to: '022', why: expect.any(String) }],
    })
    expect(a?.rows.map(({ row }) => row)).toEqual([2, 4])
    expect(b?.payload.items).toEqual([{}])
  })

  test('that contradict each other are named both', () => {
    const [a] = gather([
      ['A', '2026-11-22', '', 'Seri Jaya', '022', '1'],
      ['A', '2026-11-23', '', 'Seri Jaya', '022', '1'],
    ])
    expect(a?.findings).toEqual([
      {
        row: 3,
        column: 'payment_due_date',
        message: 'Row 2 of this document says 2026-11-22, this row says 2026-11-23.',
      },
    ])
  })

  test('name every cell that cannot be read', () => {
    const [a] = gather([['A', '46348', '', '', '022', 'x']])
    expect(a?.findings.map(({ row, column }) => [row, column])).toEqual([
      [2, 'payment_due_date'],
      [2, 'unit_price'],
    ])
  })

  test('are in one currency', () => {
    expect(gather([['A', '', 'USD', '', '', 'USD 5']])[0]?.findings).toEqual([])
    expect(gather([['A', '', '', '', '', 'RM 5']])[0]?.findings).toEqual([])
    expect(gather([['A', '', 'USD', '', '', 'RM 5']])[0]?.findings).toEqual([
      { row: 2, column: 'unit_price', message: 'The amount is in MYR, the document in USD.' },
    ])
  })

  test.each([
    ['RM', 'RM 5'],
    ['usd', 'USD 5'],
    ['US Dollar', 'USD 5'],
  ])(
    'may write %s in its column beside %s: what is wrong is the column, which is told later',
    (own, price) => {
      const [a] = gather([['A', '', own, '', '', price]])
      expect([a?.payload.invoice_currency, a?.findings]).toEqual([own, []])
    },
  )

  test.each([
    ['usd', 'The amount is in MYR, the document in USD.'],
    ['petty cash', 'The amount is in MYR, the document in petty cash.'],
  ])('are not in MYR where the column says %s', (own, message) => {
    expect(gather([['A', '', own, '', '', 'RM 5']])[0]?.findings).toMatchObject([{ message }])
  })

  test('say the currency of their document where no column does', () => {
    const said = (...prices: string[]) => {
      const [a] = gather(prices.map((price) => ['A', '', '', '', '', price]))
      return { currency: a?.payload.invoice_currency, told: a?.findings.map(({ message }) => message) }
    }
    expect(said('5')).toEqual({ currency: undefined, told: [] })
    expect(said('5', 'RM 5')).toEqual({ currency: 'MYR', told: [] })
    expect(said('USD 5', '5')).toEqual({ currency: 'USD', told: [] })
    expect(said('USD 5', 'RM 5')).toEqual({
      currency: 'USD',
      told: ['The amount is in MYR, the document in USD.'],
    })
    expect(said('PCS 5')).toEqual({
      currency: undefined,
      told: ['The amount is in PCS, the document in MYR.'],
    })
  })

  test('tell that they are in another currency than ringgit', () => {
    const [usd, rm] = gather([
      ['A', '', '', '', '', 'USD 5'],
      ['B', '', '', '', '', 'RM 5'],
    ])
    expect(usd?.changes).toMatchObject([{ field: 'invoice_currency', from: '', to: 'USD' }])
    expect(rm?.changes).toEqual([])
  })

  test('may be as many as a document may have lines', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ['A', '', '', '', '022', '1'])
    expect(gather(rows(LINES_MAX))[0]?.findings).toEqual([])
    expect(gather(rows(LINES_MAX + 5))[0]?.findings).toMatchObject([{ row: LINES_MAX + 2 }])
  })
})

describe('what a file has a column for', () => {
  const UNDER = ['invoice_number', 'invoice_date', 'quantity', 'unit_price']
  const told = (...lines: string[][]) =>
    gather(lines, UNDER).flatMap(({ findings }) =>
      findings.map(({ row, column, message }) => [row, column, message]),
    )
  const DATE = '2026-11-22'

  test('is asked for where nothing stands there: no quantity is one, and no date is today', () => {
    expect(told(['A', DATE, '2', '10'], ['A', '', '', '10'], ['A', '', ' ', '10'])).toEqual([
      [3, 'quantity', 'Please enter the quantity.'],
      [4, 'quantity', 'Please enter the quantity.'],
    ])
    expect(told(['A', '', '2', '10'], ['A', ' ', '3', '10'], ['B', DATE, '2', '10'])).toEqual([
      [2, 'invoice_date', 'Please enter the invoice date.'],
    ])
  })

  test('is not asked for beside what stands there and cannot be read, nor where all of the line is empty', () => {
    expect(told(['A', 'x', 'y', '10']).map(([, column]) => column)).toEqual(['invoice_date', 'quantity'])
    expect(told(['A', DATE, '2', '10'], ['A', '', '', ''])).toEqual([])
    expect(told(['', '', '', '10']).map(([, column]) => column)).toEqual(['invoice_number'])
  })

  test('is not asked for where nothing stands in the whole column', () => {
    const headings = readHeadings(UNDER).headings
    const gathering = gatheringUnder(headings, { isBlank: (column) => column === 1 })()
    gathering.add({ row: 2, cells: ['A', '', '', '10'] })
    expect(gathering.finish()[0]?.findings).toMatchObject([{ column: 'quantity' }])
  })

  test('is not asked for in a file without the column, nor where a mapping or a default fills it', () => {
    expect(gather([['A', '10']], ['invoice_number', 'unit_price'])[0]?.findings).toEqual([])
    const fixed = { field: 'items.quantity', mapping_type: 'hardcode', hardcode_value: '1' } as const
    const shaping = {
      mappings: readMappings([{ ...fixed, lookup_key: '', lookup_value: '', overwrite: false }]),
      enrichment: readEnrichment([{ field_name: 'invoice_date', default_value: DATE }]),
    }
    const gathering = gatheringUnder(readHeadings(UNDER).headings, { shaping })()
    gathering.add({ row: 2, cells: ['A', '', '', '10'] })
    expect(gathering.finish()[0]?.findings).toEqual([])
  })
})

test('a cell is left as it is written where a look-up knows it so, and read elsewhere', () => {
  const known = (field: string, lookup_key: string) =>
    ({
      field,
      mapping_type: 'lookup',
      lookup_key,
      lookup_value: 'X',
      hardcode_value: '',
      overwrite: false,
    }) as const
  const shaping = {
    mappings: readMappings([
      known('items.tax_type', '1'),
      known('items.tax_rate', '8%'),
      known('customer.state', '1'),
    ]),
    enrichment: readEnrichment([]),
  }
  const under = ['invoice_number', 'invoice_type', 'customer.state', 'tax_type', 'tax_rate']
  const gathering = gatheringUnder(readHeadings(under).headings, { shaping })()
  gathering.add({ row: 2, cells: ['A', '1', '1', ' 1 ', '8%'] })
  gathering.add({ row: 3, cells: ['A', '1', '1', '2', '6%'] })
  const [a] = gathering.finish()
  expect(a?.payload).toMatchObject({
    ...{ invoice_type: '01', customer: { state: '1' } },
    items: [
      { tax_type: '1', tax_rate: '8%' },
      { tax_type: '02', tax_rate: '6' },
    ],
  })
  expect(a?.changes.map(({ field }) => field)).toEqual(['invoice_type', 'tax_type'])
})

test('of a document with endless faults the first ones are kept', () => {
  const rows = Array.from({ length: LINES_MAX }, () => ['A', 'x', '', '', '', 'RM 5'])
  expect(gather(rows)[0]?.findings).toHaveLength(FINDINGS_MAX)
})

test('a number is the same with and without what keeps it from being a formula', () => {
  expect(
    gather([
      ["'+A", '', '', '', '', '1'],
      ['+A', '', '', '', '', '1'],
    ]),
  ).toMatchObject([{ invoice_number: '+A', payload: { invoice_number: '+A' }, findings: [] }])
})

test('a row without a number is refused by name, and the document above it too', () => {
  const found = gather([
    ['A', '', '', '', '022', '1'],
    [' ', '', '', '', '022', '1'],
    ['B', '', '', '', '022', '1'],
  ])
  expect(
    found.map(({ invoice_number, findings }) => [invoice_number, findings.map(({ row }) => row)]),
  ).toEqual([
    ['A', [3]],
    ['', [3]],
    ['B', []],
  ])
})

test('cells below no heading are named by the letter of their column, empty ones are nothing', () => {
  const headings = ['invoice_number', '', 'classification']
  expect(gather([['A', ' ', '022']], headings)[0]?.findings).toEqual([])
  expect(gather([['A', 'x', '022']], headings)[0]?.findings).toEqual([
    { row: 2, column: 'B', message: 'This column has no heading.' },
  ])
})

describe('a heading', () => {
  const meant = (text: string) => {
    const { column } = readHeadings(['invoice_number', text]).headings[1] ?? {}
    return column && `${column.part} ${column.field}`
  }

  test.each([
    ['Invoice Date', 'document invoice_date'],
    ['INVOICE-DATE ', 'document invoice_date'],
    ['Customer TIN No.', 'customer tin_no'],
    ['items.item_description', 'line item_description'],
    ['item description', 'line item_description'],
    ['tax_rate', 'line tax_rate'],
    ['document.tax_rate', 'document tax_rate'],
    ['total_excluding_tax', 'line total_excluding_tax'],
    ['customer_name', 'customer name'],
  ])('%j means %s', (text, field) => {
    expect(meant(text)).toBe(field)
  })

  test.each(['row', 'Error', 'created_by', 'source', ''])('%j is ignored', (text) => {
    expect(readHeadings(['invoice_number', text])).toMatchObject({ faults: [] })
  })

  test.each([
    [['invoice_number', 'custmer_name'], 'Column B, custmer_name, is not known; did you mean customer.name?'],
    [['invoice_number', '日付'], 'Column B, 日付, is not known.'],
    [['invoice_number', '__proto__'], 'Column B, __proto__, is not known.'],
    [['invoice_number', 'unit_price', 'Unit Price'], 'unit_price stands in column B and in column C.'],
    [['unit_price'], 'There is no column invoice_number: an upload brings its own numbers.'],
  ])('among %j is refused by name', (headings, fault) => {
    expect(readHeadings(headings).faults).toEqual([fault])
  })
})

test('columns have the letters that spreadsheets give them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
