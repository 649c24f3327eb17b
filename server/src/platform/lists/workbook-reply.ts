import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { isDecimal } from '#domain/money/decimal.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import { shortenText } from '#domain/text/cut.ts'
import type { Download } from '../http/route.ts'
import { batchesOf, type Next } from './batches.ts'

type Workbook<Row> = {
  filename: string
  /** What its sheet is called; a list beyond Excel's 1,048,576 rows goes on in a second one. */
  sheet: string
  columns: readonly CsvColumn<Row>[]
  next: Next<Row>
}

/** Excel opens no workbook that has a longer cell. */
const CELL_CHARS_MAX = 32_767
/** A double keeps as many digits of a figure as it was written with. */
const EXACT_DIGITS = 15

const FORMATS = { figure: '#,##0.00########', date: 'yyyy-mm-dd' }
const WIDTHS = { figure: 16, date: 12, text: 22 }

/**
 * Every row as an Excel workbook, streamed like `csvReply`. Texts are texts there: nothing is run as a formula, so
 * nothing needs a guard. Figures are numbers and days are dates; a figure too long for Excel stays the text it is.
 */
export const workbookReply = <Row>({ filename, sheet, columns, next }: Workbook<Row>): Download => {
  const stream = writeXlsxStream(rowsOf(columns, batchesOf(next)), {
    name: sheet,
    freezePane: { rows: 1 },
    columns: columns.map(([header, , kind]) => ({
      header,
      width: WIDTHS[kind ?? 'text'],
      ...(kind && { numFmt: FORMATS[kind] }),
    })),
  })
  return {
    // One stream of the web under two declarations, the browser's and Node's.
    content: Readable.fromWeb(stream as ReadableStream<Uint8Array>),
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    filename,
  }
}

async function* rowsOf<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<CellValue[]> {
  for await (const rows of batches) {
    for (const row of rows) yield columns.map(([, value, kind]) => cellOf(value(row), kind))
  }
}

const cellOf = (text: string, kind: CsvColumn<never>[2]): CellValue => {
  if (text === '') return null
  if (kind === 'figure' && isExact(text)) return Number(text)
  if (kind === 'date') return new Date(`${text}T00:00:00Z`)
  return text.length > CELL_CHARS_MAX ? shortenText(text, CELL_CHARS_MAX - 1) : text
}

const isExact = (text: string) => isDecimal(text) && text.replace(/\D/g, '').length <= EXACT_DIGITS
