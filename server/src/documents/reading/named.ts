import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { GUID } from '#domain/text/guid.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DocumentRow, visible } from '../store/rows.ts'

/** The document of this id or number that the caller may see, of several the newest. Throws not_found. */
export const readNamed = async (db: Db, caller: Caller, name: string): Promise<DocumentRow> => {
  const row = await visible(db, caller)
    .where('documents.id', '=', GUID.test(name) ? name : sql<string>`ANY(ARRAY(${ofNumber(caller, name)}))`)
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('There is no such document.')
  return row
}

/** Beside the documents, where an index leads to those of a number that were taken back as well. */
const ofNumber = (caller: Caller, invoice_number: string) =>
  sql`SELECT document_id FROM document_orders
    WHERE store_code_id = ANY(${namedStores(caller)}::uuid[])
      AND invoice_number = ${invoice_number}`
