import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { GUID } from '#domain/text/guid.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DocumentRow, visible } from '../store/rows.ts'

/** The document of this id or number that the caller may see, of several the newest. Throws not_found. */
export const readNamed = async (db: Db, caller: Caller, name: string): Promise<DocumentRow> => {
  const row = await visible(db, caller)
    .where(GUID.test(name) ? 'documents.id' : 'invoice_number', '=', name)
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('There is no such document.')
  return row
}
