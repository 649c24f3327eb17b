import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { wasBrought } from '../store/originals.ts'
import { type DocumentRow, madeUnderNumber } from '../store/rows.ts'

/**
 * The caller's own document of this number, if exactly this JSON was once sent in for it: a file that is uploaded
 * again brings nothing new, and would undo what was corrected since. One that was taken back does not count.
 */
export const sameAsStored = async (
  { db, caller }: { db: Db; caller: Caller },
  { invoice_number, original }: { invoice_number: string; original: string },
): Promise<DocumentRow | undefined> => {
  for (const row of await madeUnderNumber(db, caller, invoice_number)) {
    if (await wasBrought(db, row, original)) return row
  }
  return undefined
}
