import { sql } from 'kysely'
import type { Import } from '#contract/imports/shapes.ts'
import { fixesFor, repairCell } from '#domain/imports/faults/fixes.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { type HeldImport, holdImport } from '../kept/find.ts'
import { requireMendable } from '../kept/mendable.ts'
import { columnAt, tellImport } from '../kept/tell.ts'
import { withAlike } from './alike.ts'
import { forgetChange, keepChange, lastChange } from './changes.ts'
import { type By, judgeAgain } from './judge-again.ts'
import { type CellEdit, writeCells } from './write-cells.ts'

/** So many rows are repaired at once; of more the others come up again. */
const ROWS_PER_FIX_MAX = 20_000

/** Repairs every row of a problem in one way. Throws invalid_fields where that helps none of them. */
export const fixProblem = async (
  by: By,
  { id, problem, kind }: { id: string; problem: string; kind: string },
): Promise<Import> => {
  await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    requireMendable(held)
    const faulty = await faultyCells(tx, held, problem)
    const edits = faulty.flatMap(({ row, column, heading, cell }): CellEdit[] => {
      const value = repairCell({ kind, heading, cell })
      return value === undefined ? [] : [{ row, column, value }]
    })
    const [first] = edits
    if (!first) throw invalidFields({ kind: ['This repair helps none of these cells.'] })
    const [heading = '', cells] = [faulty[0]?.heading, faulty.map(({ cell }) => cell)]
    const label = fixesFor(heading, cells).find((fix) => fix.kind === kind)?.label ?? kind
    const alike = await withAlike(tx, held, edits)
    const { before } = await writeCells(tx, held, { edits: alike, now: by.now })
    await keepChange(tx, held, { label, before, now: by.now })
  })
  return tellImport(by.db, await judgeAgain(by, id))
}

type Faulty = { row: number; column: number; heading: string; cell: string }

const faultyCells = async (tx: Tx, one: HeldImport, problem: string): Promise<Faulty[]> => {
  const { rows } = await sql<{ row: number; field: string; cells: string[] }>`
    SELECT f.row, f.field, r.cells FROM import_faults f
    JOIN import_rows r ON r.import_id = f.import_id AND r.row = f.row
    WHERE f.import_id = ${one.id} AND f.problem = ${problem}
    ORDER BY f.document, f.row LIMIT ${ROWS_PER_FIX_MAX}`.execute(tx)
  if (rows.length === 0) throw invalidFields({ problem: ['There is no such problem any more.'] })
  return rows.flatMap(({ row, field, cells }) => {
    const column = columnAt(one, field)
    return column === null ? [] : [{ row, column, heading: field, cell: cells[column] ?? '' }]
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
