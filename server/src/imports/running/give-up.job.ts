import { inTransaction } from '../../platform/db/database.ts'
import { anyImport } from '../kept/find.ts'
import { moveImport, SILENT_MS_MAX, WORKING } from '../kept/move.ts'
import { Superseded } from '../kept/superseded.ts'
import type { Means } from './load.ts'

/**
 * Ends an import that no run brought further, however often it was tried. What is stored stays, and what is not is told
 * in its file of errors. One that has moved since goes on.
 */
export const giveUpImport = async (
  { db, clock }: Pick<Means, 'db' | 'clock'>,
  { import_id }: { import_id: string },
): Promise<void> => {
  const now = clock.now()
  const one = await anyImport(db, import_id)
  if (!one || !WORKING.includes(one.state)) return
  if (now.getTime() - one.modified_at.getTime() < SILENT_MS_MAX) return
  try {
    await inTransaction(db, (tx) => moveImport(tx, one, { state: 'failed', now, fault: GIVEN_UP }))
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

const GIVEN_UP =
  'The server could not go on with this file, though it was tried many times. Upload the rows that are left, or all ' +
  'of it again: what is stored is not stored twice.'
