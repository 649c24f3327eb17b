import { Readable } from 'node:stream'
import type { Writing } from '#domain/imports/cells.ts'
import type { Row } from '#domain/imports/gather.ts'
import { type CsvColumn, csvHead, csvLine, type Delimiter } from '#domain/text/csv.ts'
import { withoutGuard } from '#domain/text/csv-cell.ts'
import type { Download } from '../../platform/http/route.ts'
import { batchesOf, type Next } from '../../platform/lists/batches.ts'
import type { RowFault } from './content.ts'
import { jsonOf, withError } from './json-document.ts'

/** Rows of documents that were not taken, and what is wrong with some of them. */
export type Refused = { rows: readonly Row[]; faults: readonly RowFault[] }

/** Columns of ours behind those of the file; a file that has been corrected once has them already. */
export const OURS = ['row', 'error']

/** The columns of a file as they came, guarded once, and behind them each row's number and what is wrong with it. */
export const errorColumns = <R extends Row>(
  headings: readonly string[],
  errorOf: (row: R) => string,
): CsvColumn<R>[] => [
  ...headings.flatMap((heading, at): CsvColumn<R>[] =>
    OURS.includes(heading.toLowerCase()) ? [] : [[heading, ({ cells }) => withoutGuard(cells[at] ?? '')]],
  ),
  ['row', ({ row }) => String(row)],
  ['error', errorOf],
]

/** As in the file itself: it says how a comma in an amount is read when it comes again. */
export const delimiterAs = ({ semicolons = false }: Writing): Delimiter => (semicolons ? ';' : ',')

/** The rows as they came, in the order of the file. */
export const errorFile = (
  headings: readonly string[],
  refused: readonly Refused[],
  writing: Writing,
): string => {
  const faults = Map.groupBy(
    refused.flatMap((one) => one.faults),
    ({ row }) => row,
  )
  const columns = errorColumns<Row>(headings, ({ row }) =>
    (faults.get(row) ?? []).map(({ column, message }) => `${column}: ${message}`).join(' '),
  )
  const rows = refused.flatMap((one) => one.rows).toSorted((a, b) => a.row - b.row)
  const delimiter = delimiterAs(writing)
  return csvHead(columns, delimiter) + rows.map((row) => csvLine(columns, row, delimiter)).join('')
}

/** A document of a JSON file may be long. */
const DOCUMENTS_AT_ONCE = 20

/** The documents of a JSON file as they came, each with what is wrong with it. */
export const errorJson = <R extends Row & { faults: readonly string[] }>(
  filename: string,
  next: Next<R>,
): Download => ({ content: Readable.from(jsonPieces(next)), content_type: 'application/json', filename })

async function* jsonPieces<R extends Row & { faults: readonly string[] }>(next: Next<R>) {
  let before = '[\n'
  for await (const rows of batchesOf(next, DOCUMENTS_AT_ONCE)) {
    for (const row of rows) {
      yield before + JSON.stringify(withError(jsonOf(row), row.faults))
      before = ',\n'
    }
  }
  yield before.startsWith('[') ? '[]\n' : '\n]\n'
}
