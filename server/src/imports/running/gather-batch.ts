import { LINES_MAX } from '#domain/checks/lines.ts'
import type { Row } from '#domain/imports/gather.ts'
import {
  CHARS_PER_BATCH_MAX,
  DOCUMENTS_PER_BATCH_MAX,
  type KeptDocument,
  ROWS_PER_BATCH_MAX,
} from '../kept/batch.ts'
import { charsOf, type NumberedRow } from '../kept/load-rows.ts'
import { numberOf } from '../kept/number-of.ts'
import type { ImportRecord } from '../kept/tables.ts'

/** Rows that are written together, and the documents that they are, where they were read whole. */
export type Gathered = { rows: NumberedRow[]; documents: KeptDocument[] }

/**
 * Gathers rows to be written together, up to where a document begins, since its rows may go on. `take` answers them;
 * of a document that is more than all that, the rows that have come so far, as nothing that could be judged.
 */
export const gatherBatch = (one: Pick<ImportRecord, 'format' | 'fields'>) => {
  let rows: NumberedRow[] = []
  let [chars, documents, last_from, last_number] = [0, 0, 0, '']
  const count = (row: NumberedRow) => {
    chars += row.chars
    if (row.number === '' || row.number !== last_number) documents += 1
    if (row.loose) return
    if (row.number === '' || row.number !== last_number) last_from = rows.length
    last_number = row.number
  }
  return {
    add: (row: Row) => {
      const { number, loose } = numberOf(one, row.cells)
      const numbered = { ...row, chars: charsOf(row), number, loose }
      count(numbered)
      rows.push(numbered)
    },
    isFull: () =>
      rows.length >= ROWS_PER_BATCH_MAX ||
      chars >= CHARS_PER_BATCH_MAX ||
      documents > DOCUMENTS_PER_BATCH_MAX,
    take: ({ at_end }: { at_end: boolean }): Gathered => {
      const whole = at_end || last_from > 0
      const taken = rows.slice(0, at_end || !whole ? rows.length : last_from)
      rows = rows.slice(taken.length)
      chars = rows.reduce((sum, row) => sum + row.chars, 0)
      documents = Math.min(rows.length, 1)
      last_from = 0
      return { rows: taken, documents: whole ? documentsOf(taken) : [] }
    },
  }
}

/** The documents of rows; one without a number is a document by itself, and makes the one above it doubtful. */
const documentsOf = (rows: readonly NumberedRow[]): KeptDocument[] => {
  const documents: KeptDocument[] = []
  const by_number = new Map<string, KeptDocument>()
  let above: KeptDocument | undefined
  for (const { row, cells, number, loose } of rows) {
    if (loose && above) above.loose_row ??= row
    let document = number === '' ? undefined : by_number.get(number)
    if (!document) {
      document = newDocument(row, number)
      documents.push(document)
      if (number !== '') by_number.set(number, document)
    }
    if (document.lines.length <= LINES_MAX) document.lines.push({ row, cells })
    if (!loose) above = document
  }
  return documents
}

const newDocument = (row: number, invoice_number: string): KeptDocument => ({
  ...{ document: row, invoice_number, loose_row: null },
  ...{ state: 'pending', rows_bad: 0, warnings: null, lines: [] },
})
