import Papa, { type ParseStepResult } from 'papaparse'
import type { Row } from '#domain/imports/gather.ts'
import { invalidFields } from '#domain/problems.ts'
import { strayQuote, withEvenEnds } from './quoting.ts'

/** A row of a document with every column filled has some 5 KB. */
export const ROW_BYTES_MAX = 64_000
const COLUMNS_MAX = 200
const BYTES_PER_CHAR_MAX = 3

export type Delimiter = ',' | ';' | '\t'
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/** So much is parsed at once, a fraction of a millisecond. */
const STRETCH_CHARS = 65_536
/** What the beginning of a row may hold: each of its quotation marks stands twice, and so do those around a cell. */
const BEGUN_CHARS_MAX = 2 * ROW_BYTES_MAX + 3 * COLUMNS_MAX

const refuse = (message: string) => invalidFields({ file: [message] })
const LONG = `is longer than the ${ROW_BYTES_MAX.toLocaleString('en')} bytes allowed`
const QUOTING = 'Put such a cell in quotation marks, and write its own twice.'

/**
 * The rows of a CSV text while it arrives, as many at a time as come together, the headings first: comma, semicolon or
 * tab, by the first line, which may do nothing but say it (`sep=;`, a hint for Excel, which shows no such row). Rows
 * are numbered as spreadsheets do, the first is 1; those without a single filled cell are left out. Throws
 * invalid_fields when a row or its number of cells has no limit, or quotation marks leave open what is a cell.
 */
export const csvRows = async (text: AsyncIterable<string>): Promise<CsvRows> => {
  const { head, come, pieces } = await readHead(text)
  const said = come.startsWith(head)
    ? DELIMITERS.find((sign) => head.toLowerCase() === `sep=${sign}`)
    : undefined
  if (said) return { delimiter: said, rows: rowsOf(belowHead(come.slice(head.length), pieces), said) }
  const delimiter = delimiterOf(head)
  return { delimiter, rows: rowsOf(follow(come, pieces), delimiter) }
}

type CsvRows = { delimiter: Delimiter; rows: AsyncGenerator<Row[]> }

async function* rowsOf(rest: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<Row[]> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let count = 0
  let begun = ''
  for await (const { stretch, is_last } of stretchesOf(rest)) {
    const come = withEvenEnds(begun + stretch)
    const stray = strayQuote(come, delimiter)
    // Its types say `any`: of a text alone these are lists of texts.
    const { data, errors, meta }: ParseStepResult<string[]> & { data: string[][] } = parser.parse(
      come.slice(0, stray),
      0,
      stray !== undefined || !is_last,
    )
    const { rows, refusal } = numbered(data, count)
    if (rows.length > 0) yield rows
    if (refusal) throw refusal
    count += data.length
    if (stray !== undefined)
      throw refuse(`Row ${count + 1} has a quotation mark in the middle of a cell. ${QUOTING}`)
    if (errors.length > 0) throw refuse(`Row ${count} has a quotation mark that is not closed.`)
    begun = come.slice(meta.cursor)
    if (begun.length > BEGUN_CHARS_MAX) throw tooLong(count + 1)
  }
}

/** The filled rows below `count` others, up to one without a limit. */
const numbered = (data: readonly string[][], count: number) => {
  const rows: Row[] = []
  let row = count
  let above: readonly string[] = []
  for (const cells of data) {
    const refusal = beyondBounds(++row, cells)
    if (refusal) return { rows, refusal }
    share(cells, above)
    above = cells
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
  }
  return { rows }
}

/** Most cells say what the one above them says: kept once, they take a quarter of the memory. */
const share = (cells: string[], above: readonly string[]) => {
  for (let at = 0; at < cells.length; at++) {
    const known = above[at]
    if (known !== undefined && cells[at] === known) cells[at] = known
  }
}

const beyondBounds = (row: number, cells: readonly string[]) => {
  let chars = 0
  for (const cell of cells) chars += cell.length
  const may_be_long = chars * BYTES_PER_CHAR_MAX > ROW_BYTES_MAX
  if (may_be_long && Buffer.byteLength(cells.join('')) > ROW_BYTES_MAX) return tooLong(row)
  return cells.length > COLUMNS_MAX ? refuse(`Row ${row} has more than ${COLUMNS_MAX} cells.`) : undefined
}

const tooLong = (row: number) => refuse(`Row ${row} ${LONG}. Perhaps a quotation mark in it is not closed.`)

/** A text in pieces of which none is small, or each of them would be parsed with the same beginning of a row. */
async function* stretchesOf(text: AsyncIterable<string>) {
  let stretch = ''
  for await (const piece of text) {
    stretch += piece
    if (stretch.length < STRETCH_CHARS) continue
    // Half of an end of a line, perhaps.
    const end = stretch.endsWith('\r') ? -1 : stretch.length
    yield { stretch: stretch.slice(0, end), is_last: false }
    stretch = stretch.slice(end)
  }
  yield { stretch, is_last: true }
}

/**
 * The first line in which something stands, ends of lines in quotation marks aside; what has come so far, that line
 * included, and what comes behind it.
 */
const readHead = async (text: AsyncIterable<string>) => {
  const pieces = text[Symbol.asyncIterator]()
  let come = ''
  for (;;) {
    const line = come.replace(/^[\r\n]+/, '')
    const end = endOfLine(line)
    if (end >= 0) return { head: line.slice(0, end), come, pieces }
    if (come.length > ROW_BYTES_MAX) throw refuse(`The first line ${LONG}.`)
    const { value, done } = await pieces.next()
    if (done) return { head: line, come, pieces }
    come += value
  }
}

async function* follow(come: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (come !== '') yield come
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** What comes behind the end of the first line, however that is written and cut. */
async function* belowHead(come: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  let begin = come
  while (begin === '\r') {
    const { value, done } = await pieces.next()
    if (done) break
    begin += value
  }
  yield* follow(begin.replace(/^\r?\n|^\r/, ''), pieces)
}

const QUOTED = /"[^"]*(?:"|$)/g

const endOfLine = (text: string) =>
  text.replace(QUOTED, (quoted) => 'q'.repeat(quoted.length)).search(/[\r\n]/)

/** Of the three the one that stands most often in the first line, outside quotation marks. */
const delimiterOf = (head: string): Delimiter => {
  const bare = head.replace(QUOTED, '')
  const [most] = DELIMITERS.map((sign) => ({ sign, times: bare.split(sign).length })).sort(
    (a, b) => b.times - a.times,
  )
  return most?.sign ?? ','
}
