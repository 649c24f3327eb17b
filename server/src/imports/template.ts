import { Readable } from 'node:stream'
import type { Caller } from '#domain/access/caller.ts'
import { headingOf } from '#domain/imports/columns.ts'
import { SAMPLE_COLUMNS, sampleCell, sampleRows } from '#domain/imports/sample.ts'
import { type CsvColumn, csvHead, csvLine } from '#domain/text/csv.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import type { Download } from '../platform/http/route.ts'

/** The sample template: every column, and two documents of the caller's own department that can be taken. */
export const sampleTemplate = ({ caller, now }: { caller: Caller; now: Date }): Download => {
  // A code of several companies would not say whose it is.
  const codes = caller.stores.map(({ code }) => code)
  const sender_store_code = codes.find((code) => codes.indexOf(code) === codes.lastIndexOf(code)) ?? ''
  const rows = sampleRows({ sender_store_code, today: malaysianDate(now) })
  const columns = SAMPLE_COLUMNS.map(
    (column): CsvColumn<(typeof rows)[number]> => [headingOf(column), (row) => sampleCell(row, column)],
  )
  const lines = [csvHead(columns), ...rows.map((row) => csvLine(columns, row))]
  return {
    content: Readable.from(lines),
    content_type: 'text/csv; charset=utf-8',
    filename: 'sample_template.csv',
  }
}
