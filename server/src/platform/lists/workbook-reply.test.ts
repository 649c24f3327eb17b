import { buffer } from 'node:stream/consumers'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { CsvColumn } from '#domain/text/csv.ts'
import { entriesOf, type Sheet, sheetOf, workbookReply } from './workbook-reply.ts'
import { zipped } from './zip.ts'

type Row = { text: string; amount: string; day: string }
const columns: CsvColumn<Row>[] = [
  ['Text', (row) => row.text],
  ['Amount', (row) => row.amount, 'figure'],
  ['Day', (row) => row.day, 'date'],
]
const fileOf = async (rows: readonly Row[], behind: Sheet[] = []) => {
  const next = (after: Row | undefined, limit: number) => {
    const from = after ? rows.indexOf(after) + 1 : 0
    return Promise.resolve(rows.slice(from, from + limit))
  }
  const { content } = workbookReply({ filename: 'x.xlsx', sheet: 'Invoices', columns, next, behind })
  return buffer(content as NodeJS.ReadableStream) // a stream here, never bytes
}
const row = (text: string, amount = '', day = ''): Row => ({ text, amount, day })

test('holds figures as numbers, days as dates and nothing as a formula', async () => {
  const long = '1234567890123.12345678'
  const file = await fileOf([
    row('=1+1', '1234.50', '2026-11-22'),
    row('＝1+1', '-0.01'),
    row('\u200b@SUM(A1)', long),
    row('& < > " ]]> 咖啡', 'none'),
  ])
  const { sheets } = await readXlsx(file)
  expect(sheets.map(({ name }) => name)).toEqual(['Invoices'])
  expect(sheets[0]?.rows).toEqual([
    ['Text', 'Amount', 'Day'],
    ['=1+1', 1234.5, new Date('2026-11-22T00:00:00Z')],
    ['＝1+1', -0.01, null],
    ['\u200b@SUM(A1)', long, null],
    ['& < > " ]]> 咖啡', 'none', null],
  ])
})

test('cuts a cell that Excel could not open, and goes on over as many batches as there are', async () => {
  const rows = [row('x'.repeat(40_000)), ...Array.from({ length: 2_500 }, (_, nr) => row(`row ${nr}`))]
  const read: string[] = []
  for await (const { values } of streamXlsxRows(await fileOf(rows))) read.push(String(values[0]))
  expect(read.length).toBe(2_502)
  expect([read[1]?.length, read[1]?.at(-1), read.at(-1)]).toEqual([32_767, '…', 'row 2499'])
})

test('keeps each character that people write, and what only looks like an escaped one', async () => {
  const odd = [
    ' before',
    'behind ',
    'a\tb\nc',
    'a\r\nb',
    '_x0041_',
    '_x005F_x0041_',
    'x_y',
    '\u001b[0m',
    '👍🏽 𠮷',
  ]
  const { sheets } = await readXlsx(await fileOf(odd.map((text) => row(text))))
  expect(sheets[0]?.rows.slice(1).map(([text]) => text)).toEqual(odd)
})

test('a day before Excel’s first, and what is none, stay the text they are', async () => {
  const { sheets } = await readXlsx(
    await fileOf(['1900-02-28', '1900-03-01', 'soon'].map((day) => row('', '', day))),
  )
  const days = sheets[0]?.rows.slice(1).map((cells) => cells[2])
  expect(days).toEqual(['1900-02-28', new Date('1900-03-01T00:00:00Z'), 'soon'])
})

/** Rows that come in batches of so many. */
async function* batches<Item>(items: readonly Item[], size: number) {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

test('has further sheets with columns of their own, made of what the rows before them were', async () => {
  const seen: string[] = []
  async function* told() {
    yield [...seen, 'Total']
  }
  const behind = sheetOf<string>({
    name: 'What was seen',
    columns: [
      ['Day', (text) => (text === 'Total' ? '' : text), 'date'],
      ['Count', () => '1234', 'count'],
    ],
    batches: told(),
    is_total: (text) => text === 'Total',
  })
  const rows = ['2026-11-01', '2026-11-02'].map((day) => row('', '', day))
  const next = async (after: Row | undefined) => {
    const found = after ? [] : rows
    for (const { day } of found) seen.push(day)
    return found
  }
  const { content } = workbookReply({
    filename: 'x.xlsx',
    sheet: 'Invoices',
    columns,
    next,
    behind: [behind],
  })
  const { sheets } = await readXlsx(await buffer(content as NodeJS.ReadableStream), { readStyles: true })
  expect(sheets.map(({ name }) => name)).toEqual(['Invoices', 'What was seen'])
  expect(sheets[0]?.rows).toHaveLength(3)
  expect(sheets[1]?.rows).toEqual([
    ['Day', 'Count'],
    [new Date('2026-11-01T00:00:00Z'), 1234],
    [new Date('2026-11-02T00:00:00Z'), 1234],
    [null, 1234],
  ])
  const bold = [1, 3].map((nr) => sheets[1]?.cells?.get(`${nr},1`)?.style?.font?.bold === true)
  expect(bold).toEqual([false, true])
})

test('what fails on a further sheet ends the file, which is none', async () => {
  async function* failing(): AsyncGenerator<Row[]> {
    yield [row('one')]
    throw new Error('The database is away.')
  }
  const behind = sheetOf({ name: 'Taxes', columns, batches: failing() })
  await expect(fileOf([row('first')], [behind])).rejects.toThrow('The database is away.')
})

test('whoever leaves in the midst leaves no rows open', async () => {
  const left = Promise.withResolvers<void>()
  async function* endless(): AsyncGenerator<Row[]> {
    try {
      for (;;) yield [row('one more')]
    } finally {
      left.resolve()
    }
  }
  const bytes = zipped(entriesOf([sheetOf({ name: 'Invoices', columns, batches: endless() })]))
  await bytes.next()
  await bytes.return(undefined)
  await left.promise
})

test('a list that is longer than a sheet goes on in the next one, under its headings', async () => {
  const rows = Array.from({ length: 25 }, (_, nr) => row(`row ${nr}`))
  const [long, short] = ['Invoices', 'Taxes'].map((name, at) =>
    sheetOf({ name, columns, batches: batches(at === 0 ? rows : rows.slice(0, 2), 5) }),
  )
  const file: Buffer[] = []
  for await (const bytes of zipped(entriesOf([long, short] as [Sheet, Sheet], 11))) file.push(bytes)
  const { sheets } = await readXlsx(Buffer.concat(file))
  expect(sheets.map(({ name, rows: cells }) => [name, cells.length, cells[0]?.[0], cells[1]?.[0]])).toEqual([
    ['Invoices', 11, 'Text', 'row 0'],
    ['Invoices_2', 11, 'Text', 'row 10'],
    ['Invoices_3', 6, 'Text', 'row 20'],
    ['Taxes', 3, 'Text', 'row 0'],
  ])
})
