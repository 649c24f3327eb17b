import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Import } from '#contract/imports/shapes.ts'
import { labelOfRepair } from '#domain/imports/faults/fixes.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { findImport, holdImport } from '../kept/find.ts'
import { requireMendable } from '../kept/mendable.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { columnAt, tellImport } from '../kept/tell.ts'
import { withAlike } from './alike.ts'
import { forgetChange, keepChange, lastChange } from './changes.ts'
import { type By, judgeAgain } from './judge-again.ts'
import { type FaultyCell, repairCells } from './repair-cells.ts'
import { type CellEdit, writeCells } from './write-cells.ts'

/** So many rows are repaired at once; of more the others come up again. */
const ROWS_PER_FIX_MAX = 20_000

/**
 * Repairs every row of a problem in one way. Throws invalid_fields where that helps none of them, and conflict
 * `changed_meanwhile` where another change came in between.
 */
export const fixProblem = async (
  by: By,
  { id, problem, kind }: { id: string; problem: string; kind: string },
): Promise<Import> => {
  const one = await findImport(by.db, by.caller, id)
  requireMendable(one)
  const last = await lastChange(by.db, id)
  const edits = await repairCells(await faultyCells(by.db, one, problem), kind)
  if (edits.length === 0) throw invalidFields({ kind: ['This repair helps none of these cells.'] })
  await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    requireMendable(held)
    // Cells change only by what can be taken back, and when the columns are matched anew.
    const is_same = (await lastChange(tx, id))?.id === last?.id
    if (!is_same || !isDeepStrictEqual(held.fields, one.fields)) throw conflict('changed_meanwhile', CHANGED)
    const alike = await withAlike(tx, held, edits)
    const { before } = await writeCells(tx, held, { edits: alike, now: by.now })
    await keepChange(tx, held, { label: labelOfRepair(kind), before, now: by.now })
  })
  return tellImport(by.db, await judgeAgain(by, id))
}

const CHANGED = 'The cells were changed meanwhile. Look at them again.'

const faultyCells = async (db: Db, one: ImportRecord, problem: string): Promise<FaultyCell[]> => {
  // The cell alone, since a row may be much longer; PostgreSQL counts places from 1.
  const { rows } = await sql<{ row: number; field: string; cell: string | null }>`
    SELECT f.row, f.field, r.cells->>(array_position(${one.fields}::text[], f.field) - 1) AS cell
    FROM import_faults f JOIN import_rows r ON r.import_id = f.import_id AND r.row = f.row
    WHERE f.import_id = ${one.id} AND f.problem = ${problem}
    ORDER BY f.document, f.row LIMIT ${ROWS_PER_FIX_MAX}`.execute(db)
  if (rows.length === 0) throw invalidFields({ problem: ['There is no such problem any more.'] })
  return rows.flatMap(({ row, field, cell }) => {
    const column = columnAt(one, field)
    return column === null ? [] : [{ row, column, heading: field, cell: cell ?? '' }]
  })
}

/** Takes back the last change. Throws conflict `changed_meanwhile` where another one is the last by now. */
export const undoChange = async (by: By, { id, change }: { id: string; change: string }): Promise<Import> => {
  await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    requireMendable(held)
    const last = await lastChange(tx, id)
    if (last?.id !== change) throw conflict('changed_meanwhile', 'This is not the last change any more.')
    const edits = last.cells.map(([row, column, value]): CellEdit => ({ row, column, value }))
    await writeCells(tx, held, { edits, now: by.now })
    await forgetChange(tx, last.id)
  })
  return tellImport(by.db, await judgeAgain(by, id))
}
