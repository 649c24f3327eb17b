import type { ImportState } from '#contract/imports/shapes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { importFinished, importMoved } from './facts.ts'
import { Superseded } from './superseded.ts'
import { type ImportRecord, on } from './tables.ts'

/** Of an import nothing comes any more. */
export const ENDED: readonly ImportState[] = ['done', 'cancelled', 'failed']
/** The server goes on with it by itself. */
export const WORKING: readonly ImportState[] = ['loading', 'checking', 'storing']
/** A batch takes some seconds: what has not moved for so long has no run, or one that gets no further. */
export const SILENT_MS_MAX = 600_000

/** Whether each document of an import is stored, by it or by an earlier upload: nothing is left to be done with it. */
export const isAllStored = ({ documents, stored, already }: ImportRecord): boolean =>
  documents > 0 && stored + already === documents

/**
 * Takes an import into its next state, at the beginning of what is done there. Throws Superseded where it has gone on,
 * or has been ended, since `one` was read.
 */
export const moveImport = async (
  tx: Tx,
  one: ImportRecord,
  { state, now, fault = '' }: { state: ImportState; now: Date; fault?: string },
): Promise<ImportRecord> => {
  const ends = ENDED.includes(state)
  const moved = await on(tx)
    .updateTable('imports')
    .set({ state, fault, done_to: 0, modified_at: now, finished_at: ends ? now : null })
    .where('id', '=', one.id)
    .where('state', '=', one.state)
    .where('done_to', '=', one.done_to)
    .returningAll()
    .executeTakeFirst()
  if (!moved) throw new Superseded()
  await tell(tx, importMoved, { maker_id: one.maker_id })
  if (ends) await tell(tx, importFinished, { import_id: one.id })
  return moved
}
