import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from './rows.ts'
import { on } from './tables.ts'

/** A document, and what was sent in for its revision, as JSON. */
type Brought = Pick<DocumentRow, 'id' | 'revision' | 'sender_entity_id'> & { original: string }

/** Keeps what was sent in for these revisions. */
export const keepOriginals = async (
  tx: Tx,
  brought: readonly Brought[],
  received_at: Date,
): Promise<void> => {
  const ids = brought.map(({ id }) => id)
  const companies = brought.map(({ sender_entity_id }) => sender_entity_id)
  const revisions = brought.map(({ revision }) => revision)
  // JSON holds no end of a line.
  const payloads = brought.map(({ original }) => original).join('\n')
  await sql`INSERT INTO document_originals (document_id, sender_entity_id, revision, received_at, payload)
    SELECT r.id, r.company, r.revision, ${received_at}, r.payload FROM ROWS FROM (
      unnest(${ids}::uuid[]), unnest(${companies}::uuid[]), unnest(${revisions}::integer[]),
      string_to_table(${payloads}, E'\\n')) AS r(id, company, revision, payload)`.execute(tx)
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

/** Whether exactly this JSON was sent in for one of the document's revisions, be it a former one. */
export const wasBrought = async (
  db: Db,
  { id }: Pick<DocumentRow, 'id'>,
  original: string,
): Promise<boolean> => {
  const row = await on(db)
    .selectFrom('document_originals')
    .where('document_id', '=', id)
    .where('payload', '=', original)
    .select('revision')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
