import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { like } from '../platform/lists/like.ts'
import { selectTemplates } from './rows.ts'

const LISTED_MAX = 1_000

/**
 * The templates of the caller's entities, last changed first; at most 1,000, and whether there are `more`. With
 * `search` those that have it in their name or description.
 */
export const listTemplates = async (
  { db, caller }: { db: Db; caller: Caller },
  { search = '' }: { search?: string | undefined } = {},
) => {
  const pattern = like(search)
  const rows = await selectTemplates(db, caller)
    .$if(search !== '', (all) =>
      all.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('description', 'ilike', pattern)])),
    )
    .select(['id', 'sender_entity_id', 'name', 'description', 'modified_at'])
    .orderBy('modified_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX + 1)
    .execute()
  const templates = rows.slice(0, LISTED_MAX)
  return {
    templates: templates.map((row) => ({ ...row, modified_at: row.modified_at.toISOString() })),
    more: rows.length > templates.length,
  }
}
