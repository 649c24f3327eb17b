import { repairCell } from '#domain/imports/faults/fixes.ts'
import { takeTurn } from '../../platform/turns/take-turn.ts'
import type { CellEdit } from './write-cells.ts'

/** So many cells are looked at before everybody else has a turn: some milliseconds where all are as long as may be. */
const CELLS_PER_TURN = 100

/** A cell with a fault, under the heading of its column as we write it. */
export type FaultyCell = { row: number; column: number; heading: string; cell: string }

/**
 * What a repair writes into cells; those that it does not help are left out. Not for transactions: others have their
 * turns in between, however long these are.
 */
export const repairCells = async (faulty: readonly FaultyCell[], kind: string): Promise<CellEdit[]> => {
  const edits: CellEdit[] = []
  for (let at = 0; at < faulty.length; at += CELLS_PER_TURN) {
    await takeTurn()
    for (const { row, column, ...of } of faulty.slice(at, at + CELLS_PER_TURN)) {
      const value = repairCell({ kind, ...of })
      if (value !== undefined) edits.push({ row, column, value })
    }
  }
  return edits
}
