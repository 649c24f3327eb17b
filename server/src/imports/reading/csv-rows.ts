import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { Row } from '#domain/imports/gather.ts'
import { invalidFields, type ProblemError } from '#domain/problems.ts'

/** A row of a document with every column filled has some 5 KB. */
export const ROW_BYTES_MAX = 64_000
export const COLUMNS_MAX = 200

export type Delimiter = ',' | ';' | '\t'
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

const LINE_ENDS = ['\r\n', '\n', '\r']

const refuse = (message: string) => invalidFields({ file: [message] })
const LONG = `is longer than the ${ROW_BYTES_MAX.toLocaleString('en')} bytes allowed`

/**
 * The rows of a CSV text while it arrives, the headings first: comma, semicolon or tab, by the first line. Rows are
 * numbered as spreadsheets do, the first is 1; those without a single filled cell are left out. Throws invalid_fields
 * when a row or its number of cells has no limit, or quotation marks leave open what is a cell.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const { head, rest } = await readHead(text)
  const parser = parse({
    delimiter: delimiterOf(head),
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    max_record_size: ROW_BYTES_MAX,
  })
  // Its failure reaches whoever reads the rows; a slow sender is not waited for when they read no more.
  pipeline(Readable.from(rest), parser).catch(() => {})
  let row = 0
  try {
    // Without options that say otherwise a record is a list of texts.
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++
      if (cells.length > COLUMNS_MAX) throw refuse(`Row ${row} has more than ${COLUMNS_MAX} cells.`)
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? inWords(error) : error
  } finally {
    parser.destroy()
  }
}

/** The first line in which something stands, ends of lines in quotation marks aside, and the whole text again. */
const readHead = async (text: AsyncIterable<string>) => {
  const pieces = text[Symbol.asyncIterator]()
  let come = ''
  for (;;) {
    const line = come.replace(/^[\r\n]+/, '')
    const end = endOfLine(line)
    if (end >= 0) return { head: line.slice(0, end), rest: follow(come, pieces) }
    if (come.length > ROW_BYTES_MAX) throw refuse(`The first line ${LONG}.`)
    const { value, done } = await pieces.next()
    if (done) return { head: line, rest: follow(come, pieces) }
    come += value
  }
}

async function* follow(come: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (come !== '') yield come
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
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

const inWords = (error: CsvError): ProblemError => {
  // The parser says how many rows it had finished; its types do not.
  const row = Number('records' in error ? error.records : 0) + 1
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return refuse(`Row ${row} ${LONG}. Perhaps a quotation mark in it is not closed.`)
    case 'CSV_QUOTE_NOT_CLOSED':
      return refuse(`Row ${row} has a quotation mark that is not closed.`)
    default:
      return refuse(`Row ${row} has a quotation mark in the middle of a cell. ${QUOTING}`)
  }
}

const QUOTING = 'Put such a cell in quotation marks, and write its own twice.'
