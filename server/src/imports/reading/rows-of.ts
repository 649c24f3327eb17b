import type { Readable } from 'node:stream'
import type { Row } from '#domain/imports/gather.ts'
import { openCsv } from './open-csv.ts'
import { openText } from './open-text.ts'
import { jsonRows } from './read-json.ts'

/** The longest file that the setting may allow; each has passed it when it came. */
const ROWS_MAX = 1_000_000

type Format = { format: 'csv' | 'json' }

/** The rows of the file of an import, in their order. */
export const rowsOf = async ({ format }: Format, content: Readable): Promise<AsyncIterable<Row[]>> => {
  const { text } = await openText(content)
  return format === 'json' ? jsonRows(text, ROWS_MAX) : (await openCsv(text, ROWS_MAX)).rows
}

/** The same behind those that were read into the import already, one by one; none where its file is gone. */
export async function* unreadRows(
  { format, rows }: Format & { rows: number },
  content: Readable | undefined,
): AsyncGenerator<Row> {
  if (!content) return
  let read = 0
  for await (const some of await rowsOf({ format }, content))
    for (const row of some) if (++read > rows) yield row
}
