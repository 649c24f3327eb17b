import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { HeldImport } from '../kept/find.ts'
import { STORED_STATES, storedAlready } from '../kept/mendable.ts'
import { numberOf } from '../kept/number-of.ts'
import { type ChangedCell, type DocumentRecord, on } from '../kept/tables.ts'
import { silent, writeVerdicts } from '../kept/write-verdicts.ts'
import { type MovedRow, moveRows } from './move-rows.ts'

/** What is to stand in a cell; the column counts from 0. */
export type CellEdit = { row: number; column: number; value: string }

type Line = { row: number; document: number; cells: string[] }

/** What was there before, and the documents that are to be judged again. */
export type Written = { before: ChangedCell[]; documents: number[] }

/**
 * Writes into cells; what the file says is kept beside them. The documents of the rows are pending afterwards. Cells
 * that say so already, and rows that are not there, are passed over. Throws conflict `stored_already`.
 */
export const writeCells = async (
  tx: Tx,
  one: HeldImport,
  { edits, now }: { edits: readonly CellEdit[]; now: Date },
): Promise<Written> => {
  const lines = await linesOf(tx, one.id, edits)
  const before: ChangedCell[] = []
  for (const { row, column, value } of edits) {
    const line = lines.get(row)
    const was = line?.cells[column]
    if (!line || was === undefined || was === value) continue
    before.push([row, column, was])
    line.cells[column] = value
  }
  const touched = new Set(before.map(([row]) => row))
  const changed = [...lines.values()].filter(({ row }) => touched.has(row))
  await refuseStored(tx, one.id, changed)
  // Named once more, or all rows of the import are gone through: how many a JSON text holds is not known before.
  await sql`UPDATE import_rows AS r SET cells = v.cells, original = COALESCE(r.original, r.cells)
    FROM json_to_recordset(${JSON.stringify(changed)}::json) AS v(row integer, cells json)
    WHERE r.import_id = ${one.id} AND r.row = v.row AND r.row = ANY(${[...touched]}::integer[])`.execute(tx)
  const moved = numbersMoved(one, changed, before)
  const documents = new Set(changed.map(({ document }) => document))
  for (const document of await moveRows(tx, one, moved)) documents.add(document)
  await makePending(tx, one, { documents: [...documents], now })
  return { before, documents: [...documents] }
}

const linesOf = async (tx: Tx, import_id: string, edits: readonly CellEdit[]) => {
  const numbers = [...new Set(edits.map(({ row }) => row))]
  const { rows } = await sql<Line>`SELECT row, document, cells FROM import_rows
    WHERE import_id = ${import_id} AND row = ANY(${numbers}::integer[])`.execute(tx)
  return new Map(rows.map((line) => [line.row, line]))
}

const refuseStored = async (tx: Tx, import_id: string, lines: readonly Line[]) => {
  const documents = [...new Set(lines.map(({ document }) => document))]
  const stored = await on(tx)
    .selectFrom('import_documents')
    .where('import_id', '=', import_id)
    .where(sql<boolean>`document = ANY(${documents}::integer[])`)
    .where('state', 'in', STORED_STATES)
    .select('invoice_number')
    .limit(1)
    .executeTakeFirst()
  if (stored) throw storedAlready(stored.invoice_number)
}

/** The rows whose number is another one now, with that. */
const numbersMoved = (
  one: HeldImport,
  lines: readonly Line[],
  before: readonly ChangedCell[],
): MovedRow[] => {
  const at = one.fields.indexOf('invoice_number')
  const rows = new Set(before.filter(([, column]) => column === at).map(([row]) => row))
  return lines
    .filter(({ row }) => rows.has(row))
    .map(({ row, document, cells }) => ({ row, document, number: numberOf(one, cells).number }))
}

type Pending = { documents: readonly number[]; now: Date }

/** Documents are to be judged again; those that are left out stay so. */
export const makePending = async (tx: Tx, one: HeldImport, { documents, now }: Pending): Promise<void> => {
  const before: DocumentRecord[] = await on(tx)
    .selectFrom('import_documents')
    .where('import_id', '=', one.id)
    .where(sql<boolean>`document = ANY(${[...documents]}::integer[])`)
    .where('state', 'in', ['good', 'bad'])
    .selectAll()
    .execute()
  const verdicts = before.map(({ document }) => silent(document, 'pending'))
  await writeVerdicts(tx, one, { verdicts, before, now })
}
