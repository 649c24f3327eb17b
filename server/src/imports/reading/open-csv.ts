import type { Row } from '#domain/imports/gather.ts'
import { invalidFields } from '#domain/problems.ts'
import { takeTurn } from '../../platform/turns/take-turn.ts'
import { tooMany } from './content.ts'
import { csvRows, type Delimiter } from './csv-rows.ts'

/** So many faults of a whole file are told; it is read again once they are mended. */
export const FAULTS_TOLD_MAX = 20
/** So many rows are read before everybody else has a turn: some milliseconds. */
const ROWS_PER_TURN = 500

/** A CSV text that is read while it arrives: its first row, and all others, some at a time. */
export type OpenedCsv = { headings: string[]; delimiter: Delimiter; rows: AsyncGenerator<Row[]> }

/**
 * Opens a CSV text. `rows` throws too_large beyond `rows_max`, and at its end invalid_fields at `file` where there were
 * rows of another length than the headings, or none at all.
 */
export const openCsv = async (text: AsyncIterable<string>, rows_max: number): Promise<OpenedCsv> => {
  const { delimiter, rows: stretches } = await csvRows(text)
  const begin = await stretches.next()
  const [first, ...others] = begin.value ?? []
  if (!first) throw invalidFields({ file: ['The file is empty.'] })
  const headings = [...first.cells]
  const below = portions(others, stretches)
  const rows = rowsBelow(headings, below, rows_max)
  return { headings: headings.map((heading) => heading.trim()), delimiter, rows }
}

async function* portions(first: Row[], others: AsyncGenerator<Row[]>) {
  yield* portionsOf(first)
  for await (const rows of others) yield* portionsOf(rows)
}

function* portionsOf(rows: Row[]) {
  for (let at = 0; at < rows.length; at += ROWS_PER_TURN) yield rows.slice(at, at + ROWS_PER_TURN)
}

async function* rowsBelow(headings: readonly string[], portions: AsyncIterable<Row[]>, rows_max: number) {
  const ragged: string[] = []
  let count = 0
  for await (const rows of portions) {
    const even: Row[] = []
    for (const row of rows) {
      if (++count > rows_max) throw tooMany(rows_max, 'rows')
      if (isRagged(row, headings)) ragged.push(raggedInWords(row, headings))
      else even.push(row)
      if (ragged.length === FAULTS_TOLD_MAX) break
    }
    yield even
    if (ragged.length === FAULTS_TOLD_MAX) break
    await takeTurn()
  }
  if (ragged.length > 0) throw invalidFields({ file: ragged })
  if (count === 0) throw invalidFields({ file: ['The file has headings, but no rows.'] })
}

/** Cells behind the last heading in which nothing stands are no cells. */
const isRagged = ({ cells }: Row, headings: readonly string[]) =>
  cells.length < headings.length ||
  (cells.length > headings.length && cells.slice(headings.length).some((cell) => cell.trim() !== ''))

const raggedInWords = ({ row, cells }: Row, headings: readonly string[]) =>
  `Row ${row} has ${cells.length} cells, but there are ${headings.length} headings. ` +
  'A cell with commas, semicolons or ends of lines needs quotation marks.'
