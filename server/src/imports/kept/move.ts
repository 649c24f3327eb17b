import type { ImportState } from '#contract/imports/shapes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { importFinished, importMoved } from './facts.ts'
import { Superseded } from './superseded.ts'
import { type ImportRecord, on } from './tables.ts'

/** Of an import nothing comes any more. */
export const ENDED: readonly ImportState[] = ['done', 'cancelled', 'failed']

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
