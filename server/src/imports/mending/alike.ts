import { sql } from 'kysely'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { columnOf } from '#domain/imports/headings.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { HeldImport } from '../kept/find.ts'
import type { CellEdit } from './write-cells.ts'

/**
 * The same edits, and those of the further rows of each document that say the same of it: what concerns the document or
 * its customer stands in every row, and rows that differ would contradict each other. A number moves its row alone; a
 * row that is like several which are written differently is left as it is, and so is a document of more rows than any
 * may have: it is not to be stored however it is mended.
 */
export const withAlike = async (tx: Tx, one: HeldImport, edits: readonly CellEdit[]): Promise<CellEdit[]> => {
  const shared = edits.filter(({ column }) => isShared(one.fields[column] ?? ''))
  if (shared.length === 0) return [...edits]
  const given = JSON.stringify(shared.map(({ row, column, value }) => ({ row, at: column, value })))
  const { rows: further } = await sql<CellEdit>`SELECT o.row, e.at AS column, min(e.value) AS value
    FROM json_to_recordset(${given}::json) AS e(row integer, at integer, value text)
    JOIN import_rows r ON r.import_id = ${one.id} AND r.row = e.row
    JOIN import_documents d ON d.import_id = ${one.id} AND d.document = r.document AND d.rows <= ${LINES_MAX}
    JOIN import_rows o ON o.import_id = ${one.id} AND o.document = r.document AND o.cells->>e.at = r.cells->>e.at
    GROUP BY o.row, e.at HAVING count(DISTINCT e.value) = 1`.execute(tx)
  const said = new Set(edits.map(({ row, column }) => `${row} ${column}`))
  return [...edits, ...further.filter(({ row, column }) => !said.has(`${row} ${column}`))]
}

const isShared = (field: string): boolean => {
  const column = columnOf(field)
  return column !== undefined && column.part !== 'line' && column.field !== 'invoice_number'
}
