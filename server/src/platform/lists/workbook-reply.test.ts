import { buffer } from 'node:stream/consumers'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { CsvColumn } from '#domain/text/csv.ts'
import { workbookReply } from './workbook-reply.ts'

type Row = { text: string; amount: string; day: string }
const columns: CsvColumn<Row>[] = [
  ['Text', (row) => row.text],
  ['Amount', (row) => row.amount, 'figure'],
  ['Day', (row) => row.day, 'date'],
]
const fileOf = async (rows: readonly Row[]) => {
  const next = (after: Row | undefined, limit: number) => {
    const from = after ? rows.indexOf(after) + 1 : 0
    return Promise.resolve(rows.slice(from, from + limit))
  }
  const { content } = workbookReply({ filename: 'x.xlsx', sheet: 'Invoices', columns, next })
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
