import { DOCUMENTS_PER_FILE_MAX, ROWS_PER_FILE_MAX } from '#contract/imports.ts'
import { openGathering, type Row } from '#domain/imports/gather.ts'
import { type Heading, readHeadings } from '#domain/imports/headings.ts'
import { invalidFields } from '#domain/problems.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import { type FileContent, tooMany } from './content.ts'
import { csvRows } from './csv-rows.ts'
import { rowDocument } from './row-document.ts'

/** So many faults of a whole file are told; it is read again once they are mended. */
const FAULTS_TOLD_MAX = 20
/** So many rows are read before everybody else has a turn: some milliseconds. */
const ROWS_PER_TURN = 500

/**
 * The documents of a CSV text. Throws invalid_fields at `file` for what makes all of it doubtful, headings and rows of
 * another length, and too_large.
 */
export const readCsv = async (text: AsyncIterable<string>): Promise<FileContent> => {
  const rows = csvRows(text)
  const first = await rows.next()
  if (first.done) throw invalidFields({ file: ['The file is empty.'] })
  const { headings, faults } = readHeadings(first.value.cells)
  if (faults.length > 0) throw invalidFields({ file: faults.slice(0, FAULTS_TOLD_MAX) })
  const gathering = openGathering(headings)
  const ragged: string[] = []
  let count = 0
  for await (const row of rows) {
    if (++count > ROWS_PER_FILE_MAX) throw tooMany(ROWS_PER_FILE_MAX, 'rows')
    if (isRagged(row, headings)) ragged.push(raggedInWords(row, headings))
    else gathering.add(row)
    if (count % ROWS_PER_TURN === 0) await takeTurn()
    if (ragged.length === FAULTS_TOLD_MAX) break
    if (gathering.count() > DOCUMENTS_PER_FILE_MAX) throw tooMany(DOCUMENTS_PER_FILE_MAX, 'documents')
  }
  if (ragged.length > 0) throw invalidFields({ file: ragged })
  if (count === 0) throw invalidFields({ file: ['The file has headings, but no rows.'] })
  return { documents: gathering.finish().map(rowDocument), headings: headings.map(({ text }) => text) }
}

/** Cells behind the last heading in which nothing stands are no cells. */
const isRagged = ({ cells }: Row, headings: readonly Heading[]) =>
  cells.length < headings.length || cells.slice(headings.length).some((cell) => cell.trim() !== '')

const raggedInWords = ({ row, cells }: Row, headings: readonly Heading[]) =>
  `Row ${row} has ${cells.length} cells, but there are ${headings.length} headings. ` +
  'A cell with commas, semicolons or ends of lines needs quotation marks.'
