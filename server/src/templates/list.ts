import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { selectTemplates } from './rows.ts'

const LISTED_MAX = 1_000

/** The templates of the caller's entities, last changed first; at most 1,000. */
export const listTemplates = async ({ db, caller }: { db: Db; caller: Caller }) => {
  const rows = await selectTemplates(db, caller)
    .select(['id', 'sender_entity_id', 'name', 'description', 'modified_at'])
    .orderBy('modified_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
  return rows.map((row) => ({ ...row, modified_at: row.modified_at.toISOString() }))
}
