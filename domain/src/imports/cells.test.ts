import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimals } from '../../test/arbitraries.ts'
import { slowTexts } from '../../test/growth.ts'
import { compare } from '../money/decimal.ts'
import { CELL_CHARS_MAX, readCell } from './cells.ts'
import { COLUMNS, type Column } from './columns.ts'

const read = (kind: Column['kind'], text: string, width = 0) =>
  readCell({ part: 'line', field: 'x', kind, width }, text)

describe('an amount', () => {
  test('of less than one may have no zero, as databases print it', () => {
    expect(['.50', '-.5', '.'].map((text) => read('amount', text))).toEqual([
      { value: '0.5' },
      { value: '-0.5' },
      { message: expect.any(String) },
    ])
    expect(read('rate', '.8%')).toEqual({ value: '0.8' })
  })

  test.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1 234.50', '1234.5'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['RM 12', '12', 'MYR'],
    ['RM1,234.50', '1234.5', 'MYR'],
    ['USD 9.90', '9.9', 'USD'],
    ['-RM 5', '-5', 'MYR'],
    ['RM -5', '-5', 'MYR'],
    ["'-1,234.50", '-1234.5'],
    ['  7 ', '7'],
  ])('%j is %s', (text: string, value: string, currency?: string) => {
    expect(read('amount', text)).toEqual({ value, ...(currency && { currency }) })
  })

  test.each([
    '12,50',
    '1.234,50',
    '1,23.4',
    '1 23',
    'twelve',
    '(5.00)',
    '--5',
    'RM',
    '5-',
    '=1+1',
    '٣',
    '1e',
    'NaN',
  ])('%j is refused by name', (text) => {
    expect(read('amount', text)).toEqual({ message: expect.stringContaining('Write it as 1234.50.') })
  })

  test.each(['1.23E+05', '1.2e5', '-1,23E+05', '1E+12'])(
    '%j has lost digits, and is refused saying how to keep them',
    (text) => {
      expect(read('amount', text)).toEqual({
        message: expect.stringContaining('Format the column as Number'),
      })
      expect(read('identifier', text)).toEqual({
        message: expect.stringContaining('Format the column as Text'),
      })
      expect(read('text', text)).toEqual({ value: text })
    },
  )

  test.each(['2E01', '7e1', 'E01'])('%j is an identifier, since spreadsheets write a sign', (text) => {
    expect(read('identifier', text)).toEqual({ value: text })
  })

  test('is what was printed, whatever separates its thousands', () => {
    fc.assert(
      fc.property(decimals(2), fc.constantFrom(',', ' ', '\u00a0', ''), (value, sign) => {
        const [whole = '', rest] = value.split('.')
        const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, sign)
        const found = read('amount', rest === undefined ? grouped : `${grouped}.${rest}`)
        expect('value' in found && compare(found.value, value)).toBe(0)
      }),
    )
  })
})

test.each([
  ['6', '6'],
  ['6 %', '6'],
  ['8.00%', '8'],
  ['17500.25', '17500.25'],
])('a rate of %j is %s', (text, value) => {
  expect(read('rate', text)).toEqual({ value })
})

test.each(['4,215', '0,215', '4 215,5'])(
  'a comma in a rate is that of a decimal, and no thousand: %j is refused',
  (text) => {
    expect(read('rate', text)).toEqual({ message: expect.stringContaining('Write it as 1234.50.') })
  },
)

describe('a comma alone in an amount of a file with semicolons', () => {
  const written = (text: string) =>
    readCell({ part: 'line', field: 'x', kind: 'amount' }, text, { semicolons: true })

  test.each(['1,250', '-12,500', 'RM 1,250', 'RM -1,250'])('may be either: %j is refused', (text) => {
    expect(written(text)).toEqual({
      message:
        `${text} can be read in two ways: in a file with semicolons a comma may be the decimal point. ` +
        'Write it as 1234.50.',
    })
  })

  test.each([
    ['1,250.00', '1250'],
    ['1,250,000', '1250000'],
    ['1250', '1250'],
  ])('is that of thousands where nothing else is possible: %j is %s', (text, value) => {
    expect(written(text)).toEqual({ value })
  })
})

describe('a point alone in an amount of a file with semicolons', () => {
  const written = (text: string, kind: Column['kind'] = 'amount', semicolons = true) =>
    readCell({ part: 'line', field: 'x', kind }, text, { semicolons })

  test.each(['1.250', '-12.500', 'RM 1.250', '250.000'])(
    'may be that of thousands: %j is refused',
    (text) => {
      expect(written(text)).toEqual({
        message:
          `${text} can be read in two ways: in a file with semicolons a point may separate thousands. ` +
          'Write thousands without it (1250), decimals with a fourth place (1.2500).',
      })
    },
  )

  test.each([
    ['1.25', '1.25'],
    ['1.2500', '1.25'],
    ['0.125', '0.125'],
    ['1250.125', '1250.125'],
  ])('is that of decimals where nothing else is possible: %j is %s', (text, value) => {
    expect(written(text)).toEqual({ value })
  })

  test('is so in any other file, and in a rate', () => {
    expect(written('1.250', 'amount', false)).toEqual({ value: '1.25' })
    expect(written('4.215', 'rate')).toEqual({ value: '4.215' })
  })
})

describe('a date', () => {
  test.each([
    '2026-11-22',
    '22/11/2026',
    '22-11-2026',
    '22.11.2026',
    '2026/11/22',
    '22 Nov 2026',
    '22-Nov-2026',
    '22 november 2026',
    '2026-11-22T00:00:00',
    '22/11/2026 0:00',
    '2026-11-22 00:00:00.000',
    '2026-11-22T00:00:00+08:00',
    '20261122',
  ])('%j is the 22nd of November', (text) => {
    expect(read('date', text)).toEqual({ value: '2026-11-22' })
  })

  test.each([
    ['1 Mac 2026', '2026-03-01'],
    ['1 Mei 2026', '2026-05-01'],
    ['31 Ogos 2026', '2026-08-31'],
    ['30 Sept 2026', '2026-09-30'],
    ['1 Okt 2026', '2026-10-01'],
    ['1 Dis 2026', '2026-12-01'],
    ['3/4/2026', '2026-04-03'],
  ])('%j is %s: Malay months, and the day first', (text, value) => {
    expect(read('date', text)).toEqual({ value })
  })

  test.each([
    ['46348', '46348 is a date as spreadsheets count days (2026-11-22)'],
    ['22/11/26', 'two digits'],
    ['22-Nov-26', 'two digits'],
    ['11/22/2026', 'no date that can be read'],
    ['31/02/2026', 'no date that can be read'],
    ['2026-11-22 14:05', 'no date that can be read'],
    ['2026-11-22T14:05:00+08:00', 'no date that can be read'],
    ['22112026', 'no date that can be read'],
    ['20261322', 'no date that can be read'],
    ['yesterday', 'no date that can be read'],
    ['22 Foo 2026', 'no date that can be read'],
    ['9 marble 2026', 'no date that can be read'],
  ])('%j is refused by name', (text, words) => {
    expect(read('date', text)).toEqual({ message: expect.stringContaining(words) })
  })
})

describe('a code', () => {
  test('gets the zeros back that a spreadsheet dropped, which is told', () => {
    expect(read('code', '22', 3)).toEqual({ value: '022', why: expect.any(String) })
    expect(read('code', '022', 3)).toEqual({ value: '022' })
    expect(read('code', 'E', 2)).toEqual({ value: 'E' })
    expect(read('code', 'Selangor', 2)).toEqual({ value: 'Selangor' })
  })
})

test('a text is what it was before an export kept it from being run as a formula', () => {
  expect(read('text', "'=1+1")).toEqual({ value: '=1+1' })
  expect(read('identifier', "'+60312345678")).toEqual({ value: '+60312345678' })
  expect(read('text', "'quoted'")).toEqual({ value: "'quoted'" })
})

test('a time before ten gets its zero', () => {
  expect(read('time', '9:05')).toEqual({ value: '09:05' })
})

test('an empty cell is empty, a cell without end is refused', () => {
  for (const kind of ['text', 'date', 'amount', 'code'] as const) {
    expect(read(kind, ' \u00a0 ')).toEqual({ value: '' })
    expect(read(kind, 'x'.repeat(CELL_CHARS_MAX + 1))).toEqual({ message: expect.stringContaining('10,000') })
  }
})

const KINDS = [...new Set(COLUMNS.map(({ kind }) => kind))]

test.each(KINDS)('a %s takes no longer to read than a hostile text is long', (kind) => {
  expect(slowTexts((text) => read(kind, text, 2))).toEqual([])
})
