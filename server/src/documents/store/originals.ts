import type { Db, Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from './rows.ts'
import { on } from './tables.ts'

/** Keeps what was sent in for this revision, as JSON. */
export const keepOriginal = async (tx: Tx, row: DocumentRow, payload: string, received_at: Date) => {
  const { id: document_id, revision } = row
  await on(tx)
    .insertInto('document_originals')
    .values({ document_id, revision, received_at, payload })
    .execute()
}

/** What was sent in for the document's present revision, as JSON; undefined for documents from before it was kept. */
export const originalOf = async (db: Db, { id, revision }: DocumentRow): Promise<string | undefined> => {
  const row = await on(db)
    .selectFrom('document_originals')
    .where('document_id', '=', id)
    .where('revision', '=', revision)
    .select('payload')
    .executeTakeFirst()
  return row?.payload
}
