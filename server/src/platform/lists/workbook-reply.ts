import { Readable } from 'node:stream'
import type { CsvColumn } from '#domain/text/csv.ts'
import type { Download } from '../http/route.ts'
import { batchesOf, type Next } from './batches.ts'
import { type Head, rowsXml, SHEET_END, type SheetRow, sheetOpening } from './sheet-xml.ts'
import { partsOf } from './workbook-parts.ts'
import { type ZipEntry, zipped } from './zip.ts'

/** A sheet as it is written: what it is called, its columns, and its rows as they come. */
export type Sheet = { name: string; heads: readonly Head[]; batches: AsyncIterable<SheetRow[]> }

type Rows<Row> = {
  name: string
  columns: readonly CsvColumn<Row>[]
  batches: AsyncIterable<Row[]>
  is_total?: (row: Row) => boolean
}

/** A sheet of such rows. */
export const sheetOf = <Row>({ name, columns, batches, is_total = () => false }: Rows<Row>): Sheet => ({
  name,
  heads: columns.map(([heading, , kind]) => [heading, kind]),
  batches: textsOf(batches, (row) => ({
    cells: columns.map(([, value]) => value(row)),
    is_total: is_total(row),
  })),
})

async function* textsOf<Row>(batches: AsyncIterable<Row[]>, text: (row: Row) => SheetRow) {
  for await (const rows of batches) yield rows.map(text)
}

type Workbook<Row> = {
  filename: string
  /** What its first sheet is called. */
  sheet: string
  columns: readonly CsvColumn<Row>[]
  next: Next<Row>
  /** Sheets that follow; their rows are asked for when all before them are written. */
  behind?: readonly Sheet[]
}

/**
 * Every row as an Excel workbook, streamed like `csvReply`. Texts are texts there: nothing is run as a formula, so
 * nothing needs a guard. Figures are numbers and days are dates; a figure too long for Excel stays the text it is.
 */
export const workbookReply = <Row>({
  filename,
  sheet,
  columns,
  next,
  behind = [],
}: Workbook<Row>): Download => {
  const first = sheetOf({ name: sheet, columns, batches: batchesOf(next) })
  return {
    content: Readable.from(zipped(entriesOf([first, ...behind])), { objectMode: false }),
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    filename,
  }
}

/** As many as a sheet of Excel has. */
const ROWS_MAX = 1_048_576
/** Made into text at once. */
const ROWS_AT_ONCE = 100

/** One sheet after the other; a list beyond Excel's rows goes on in a sheet of its own (`Invoices_2`). */
export async function* entriesOf(sheets: readonly Sheet[], rows_max = ROWS_MAX): AsyncGenerator<ZipEntry> {
  const names: string[] = []
  for (const { name, heads, batches } of sheets) {
    const rest = batches[Symbol.asyncIterator]()
    try {
      let batch = await rest.next()
      const pieces = async function* () {
        yield sheetOpening(heads)
        let nr = 2
        while (!batch.done && (nr === 2 || nr - 1 + batch.value.length <= rows_max)) {
          yield* inStretches(heads, batch.value, nr)
          nr += batch.value.length
          batch = await rest.next()
        }
        yield SHEET_END
      }
      for (let part = 1; part === 1 || !batch.done; part += 1) {
        names.push(part === 1 ? name : `${name}_${part}`)
        yield { path: `xl/worksheets/sheet${names.length}.xml`, pieces: pieces() }
      }
    } finally {
      await rest.return?.()
    }
  }
  yield* partsOf(names)
}

function* inStretches(
  heads: readonly Head[],
  rows: readonly SheetRow[],
  first_nr: number,
): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield rowsXml(heads, rows.slice(at, at + ROWS_AT_ONCE), first_nr + at)
  }
}
