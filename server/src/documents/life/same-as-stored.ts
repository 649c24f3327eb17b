import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { originalOf } from '../store/originals.ts'
import { type DocumentRow, madeUnderNumber } from '../store/rows.ts'

/**
 * The caller's own document of this number, if what was sent in for it is exactly this JSON: a file that is uploaded
 * again brings nothing new. One that was taken back does not count, nor one that was edited since.
 */
export const sameAsStored = async (
  { db, caller }: { db: Db; caller: Caller },
  { invoice_number, original }: { invoice_number: string; original: string },
): Promise<DocumentRow | undefined> => {
  for (const row of await madeUnderNumber(db, caller, invoice_number)) {
    if ((await originalOf(db, row)) === original) return row
  }
  return undefined
}
