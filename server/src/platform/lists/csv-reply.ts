import { Readable } from 'node:stream'
import { type CsvColumn, csvHead, csvLine, type Delimiter } from '#domain/text/csv.ts'
import type { Download } from '../http/route.ts'
import { batchesOf, type Next } from './batches.ts'

type Report<Row> = {
  filename: string
  columns: readonly CsvColumn<Row>[]
  next: Next<Row>
  delimiter?: Delimiter
  /** Adds to the file what is made of the file. */
  seal?: (pieces: AsyncIterable<string>) => AsyncIterable<string>
}

/**
 * Every row as a CSV file, however many there are: read so many at a time while the reader takes them, with no
 * connection of the database held between. What fails half way ends the connection, so no cut file looks whole.
 */
export const csvReply = <Row>({ filename, columns, next, delimiter, seal }: Report<Row>): Download => {
  const unsealed = pieces({ columns, delimiter }, batchesOf(next))
  return {
    content: Readable.from(seal ? seal(unsealed) : unsealed),
    content_type: 'text/csv; charset=utf-8',
    filename,
  }
}

async function* pieces<Row>(
  { columns, delimiter }: Pick<Report<Row>, 'columns' | 'delimiter'>,
  batches: AsyncIterable<Row[]>,
) {
  yield csvHead(columns, delimiter)
  for await (const rows of batches) yield rows.map((row) => csvLine(columns, row, delimiter)).join('')
}
