import { own } from '#codes/own.ts'
import { type CsvColumn, csvHead, csvLine } from '../text/csv.ts'

type Cells = Readonly<Record<string, string>>

/** What a file of records looks like: all headings, and below them one row that could be taken as it is. */
export const recordTemplate = (headings: Cells, sample: Cells): string => {
  const columns = Object.entries(headings).map(
    ([field, heading]): CsvColumn<Cells> => [heading, (row) => own(row, field) ?? ''],
  )
  return csvHead(columns) + csvLine(columns, sample)
}
