import { csvCell } from './csv-cell.ts'

/** `kind` is for workbooks, whose cells know figures, counts and dates (YYYY-MM-DD); every other cell is a text. */
export type CsvColumn<Row> = readonly [
  header: string,
  value: (row: Row) => string,
  kind?: 'figure' | 'count' | 'date',
]

/** What stands between cells: a comma, unless a file is to be as another one is. */
export type Delimiter = ',' | ';'

/** The first line of a file: a byte order mark, which Excel needs to read UTF-8, and the headers. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[], delimiter: Delimiter = ','): string =>
  `\uFEFF${line(
    columns.map(([header]) => header),
    delimiter,
  )}`

/** One row as a line (RFC 4180), without a cell that a spreadsheet would run. */
export const csvLine = <Row>(
  columns: readonly CsvColumn<Row>[],
  row: Row,
  delimiter: Delimiter = ',',
): string =>
  line(
    columns.map(([, value]) => value(row)),
    delimiter,
  )

const line = (cells: readonly string[], delimiter: Delimiter) => `${cells.map(csvCell).join(delimiter)}\r\n`
