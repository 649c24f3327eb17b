import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '#domain/imports/gather.ts'
import { ProblemError } from '#domain/problems.ts'
import { csvRows, ROW_BYTES_MAX } from './csv-rows.ts'

/** `FILES=all` (npm run test:files) plays a million; the suite plays a sample. */
const TEXTS = process.env.FILES ? 1_000_000 : 3_000

/** The rows of a text that comes in pieces of this size, or what it is refused for. */
const rowsOf = async (text: string, size = text.length + 1) => {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  try {
    const rows: Row[] = []
    for await (const some of (await csvRows(pieces())).rows) rows.push(...some)
    return { rows }
  } catch (error) {
    if (error instanceof ProblemError) return { refused: error.message }
    throw error
  }
}

/** The same by another reader of CSV, which knows ends of lines of all kinds. */
const othersOf = (text: string) => {
  const options = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }
  try {
    const rows: string[][] = parse(text, { ...options, columns: false })
    return {
      rows: rows.map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => cells.some(isFilled)),
    }
  } catch {
    return { refused: expect.stringContaining('quotation mark') }
  }
}
const isFilled = (cell: string) => cell.trim() !== ''

const SIGNS = ['"', '""', '",', ',"', '"\n"', ',', '\r', '\n', '\r\n', ' ', 'a', 'b c', '12']
const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 30 }).map((signs) => `h,i\n${signs.join('')}`)

test('whatever a text holds, its rows are those that another reader finds, or both refuse it', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(text, async (csv) => {
      const read = await rowsOf(csv)
      expect(read).toEqual(othersOf(csv))
      refused += Number('refused' in read)
    }),
    { numRuns: TEXTS },
  )
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(TEXTS)
}, 1_800_000)

test('rows are the same however long a text is, and wherever its pieces end', async () => {
  const long = `h,i\r\n${'"a ""b"",\r\nc",\'d\r\n\r\n,e\re,"f"\n'.repeat(4_000)}`
  const { rows } = await rowsOf(long)
  expect(rows?.length).toBe(1 + 3 * 4_000)
  expect(rows?.slice(1, 4)).toEqual([
    { row: 2, cells: ['a "b",\r\nc', "'d"] },
    { row: 4, cells: ['', 'e'] },
    { row: 5, cells: ['e', 'f'] },
  ])
  for (const size of [7, 65_535, 65_536, 65_537]) expect(await rowsOf(long, size)).toEqual({ rows })
})

test.each(['\n', '\r\n', '\r'])(
  'a first line that says the delimiter is no row, with ends of lines %j',
  async (end) => {
    const below = `h;i${end}"a,b";2${end}`
    const { rows } = await rowsOf(below)
    expect(rows?.[1]).toEqual({ row: 2, cells: ['a,b', '2'] })
    for (const size of [undefined, 1, 6, 7])
      expect(await rowsOf(`sep=;${end}${below}`, size), `in pieces of ${size}`).toEqual({ rows })
    expect(await rowsOf(`SEP=\t${end}h,i${end}`)).toEqual({ rows: [{ row: 1, cells: ['h,i'] }] })
    expect(await rowsOf(`h,i${end}sep=;${end}`)).toMatchObject({ rows: [{ row: 1 }, { cells: ['sep=;'] }] })
  },
)

test.each([
  ['whose bytes are too many', `a\n"${'é'.repeat(ROW_BYTES_MAX / 2 + 1)}"\nb`, 'Row 2 is longer than'],
  ['that does not end', `a\n"${'""'.repeat(ROW_BYTES_MAX * 2)}`, 'Row 2 is longer than'],
  ['of too many cells', `a\n${','.repeat(200)}\n`, 'Row 2 has more than 200 cells'],
  ['with a mark behind a cell', 'a\nb\n"c"d\n', 'Row 3 has a quotation mark in the middle'],
  [
    'with a mark in a cell',
    `a\n${'b\n'.repeat(40_000)}c"d\n`,
    'Row 40002 has a quotation mark in the middle',
  ],
  [
    'with a mark that stays open',
    `a\n${'b\n'.repeat(40_000)}"c\n`,
    'Row 40002 has a quotation mark that is not',
  ],
])('a row %s is refused by its number', async (_, csv, words) => {
  for (const size of [undefined, 999]) {
    expect(await rowsOf(csv, size)).toEqual({ refused: expect.stringContaining(words) })
  }
})

test('a row as long as may be is read', async () => {
  const cell = 'x'.repeat(ROW_BYTES_MAX)
  expect(await rowsOf(`a\n${cell}\n`, 500)).toEqual({
    rows: [
      { row: 1, cells: ['a'] },
      { row: 2, cells: [cell] },
    ],
  })
})
