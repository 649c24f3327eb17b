import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import type { Db } from '../platform/db/database.ts'
import { selectTemplates } from './rows.ts'

/** One template with its content. Throws not_found when it is absent or foreign. */
export const getTemplate = async ({ db, caller }: { db: Db; caller: Caller }, id: string) => {
  const row = await selectTemplates(db, caller)
    .select(['id', 'name', 'description', 'invoice', 'modified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('There is no such template.')
  const { name, description, invoice, modified_at } = row
  return { id: row.id, name, data: { description, invoice }, modified_at: modified_at.toISOString() }
}
