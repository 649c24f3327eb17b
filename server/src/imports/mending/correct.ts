import { sql } from 'kysely'
import type { z } from 'zod'
import type { Output } from '#contract/endpoint.ts'
import type { importSteps } from '#contract/imports/steps.ts'
import { invalidFindings } from '#domain/problems.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { type HeldImport, holdImport } from '../kept/find.ts'
import { requireMendable } from '../kept/mendable.ts'
import { placesOfDocuments, tellRows } from '../kept/read-rows.ts'
import { type ImportRecord, on } from '../kept/tables.ts'
import { tellImport } from '../kept/tell.ts'
import { withAlike } from './alike.ts'
import { keepChange } from './changes.ts'
import { type By, judgeAgain } from './judge-again.ts'
import { type CellEdit, writeCells } from './write-cells.ts'

type Input = z.output<(typeof importSteps.correct)['body']> & { id: string }

/**
 * Writes into cells, judges their documents again and answers all of their rows. Throws invalid_fields for cells that
 * are not there, and conflict for documents that are stored.
 */
export const correctCells = async (
  by: By,
  { id, cells }: Input,
): Promise<Output<typeof importSteps.correct>> => {
  const documents = await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    requireMendable(held)
    await refuseAbsent(tx, held, cells)
    const edits = await withAlike(tx, held, cells)
    const { before, documents } = await writeCells(tx, held, { edits, now: by.now })
    await keepChange(tx, held, { label: labelOf(held, cells), before, now: by.now })
    return documents
  })
  const one = await judgeAgain(by, id, documents)
  const places = await placesOfDocuments(by.db, id, documents)
  return { rows: await tellRows(by.db, one, places), import: await tellImport(by.db, one) }
}

const labelOf = ({ headings }: ImportRecord, cells: readonly CellEdit[]) => {
  const named = [...new Set(cells.map(({ column }) => headings[column] ?? ''))]
  return named.length === 1 ? `Correction of ${named[0]}` : 'Corrections'
}

const refuseAbsent = async (tx: Tx, one: HeldImport, cells: readonly CellEdit[]) => {
  const wanted = cells.map(({ row }) => row)
  const found = await on(tx)
    .selectFrom('import_rows')
    .where('import_id', '=', one.id)
    .where(sql<boolean>`row = ANY(${wanted}::integer[])`)
    .select('row')
    .execute()
  const rows = new Set(found.map(({ row }) => row))
  const faults = cells.flatMap(({ row, column }, at) => [
    ...(rows.has(row) ? [] : [{ field: `cells.${at}.row`, message: 'There is no such row.' }]),
    ...(column < one.headings.length
      ? []
      : [{ field: `cells.${at}.column`, message: 'There is no such column.' }]),
  ])
  if (faults.length > 0) throw invalidFindings(faults)
}
