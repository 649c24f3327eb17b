import type { Db, Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from './rows.ts'
import { on } from './tables.ts'

/** A document, and what was sent in for its revision, as JSON. */
type Brought = Pick<DocumentRow, 'id' | 'revision' | 'sender_entity_id'> & { original: string }

/** Keeps what was sent in for these revisions. */
export const keepOriginals = async (tx: Tx, brought: readonly Brought[], received_at: Date) => {
  const rows = brought.map(({ id: document_id, revision, sender_entity_id, original: payload }) => ({
    ...{ document_id, revision, sender_entity_id, received_at, payload },
  }))
  await on(tx).insertInto('document_originals').values(rows).execute()
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
