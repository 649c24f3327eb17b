import { Readable } from 'node:stream'
import { type CsvColumn, csvHead, csvLine } from '#domain/text/csv.ts'
import type { Download } from '../http/route.ts'

type Report<Row> = {
  filename: string
  columns: readonly CsvColumn<Row>[]
  /** The rows after this one, in a fixed order, at most `limit`; the first ones without. */
  next: (after: Row | undefined, limit: number) => Promise<Row[]>
}

const BATCH_ROWS = 1_000

/**
 * Every row as a CSV file, however many there are: read so many at a time while the reader takes them, with no
 * connection of the database held between. What fails half way ends the connection, so no cut file looks whole.
 */
export const csvReply = <Row>({ filename, columns, next }: Report<Row>): Download => ({
  content: Readable.from(pieces(columns, next)),
  content_type: 'text/csv; charset=utf-8',
  filename,
})

async function* pieces<Row>(columns: readonly CsvColumn<Row>[], next: Report<Row>['next']) {
  yield csvHead(columns)
  let last: Row | undefined
  for (;;) {
    const rows = await next(last, BATCH_ROWS)
    if (rows.length > 0) yield rows.map((row) => csvLine(columns, row)).join('')
    if (rows.length < BATCH_ROWS) return
    last = rows.at(-1)
  }
}
