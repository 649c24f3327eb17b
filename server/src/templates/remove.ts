import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { deleteTemplate } from './rows.ts'

/** Deletes a template for good. Throws not_found when it is absent, foreign, or gone already. */
export const removeTemplate = async ({ db, caller }: { db: Db; caller: Caller }, id: string) => {
  const removed = await inTransaction(db, (tx) => deleteTemplate(tx, caller, id))
  if (!removed) throw notFound('There is no such template.')
  return { detail: 'Template deleted successfully!' }
}
