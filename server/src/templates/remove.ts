import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { templatesChanged } from './facts.ts'
import { recordTemplate } from './record.ts'
import { deleteTemplate } from './rows.ts'

/** Deletes a template for good. Throws not_found when it is absent, foreign, or gone already. */
export const removeTemplate = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  id: string,
) => {
  await inTransaction(db, async (tx) => {
    const removed = await deleteTemplate(tx, caller, id)
    if (!removed) throw notFound('There is no such template.')
    const { sender_entity_id } = removed
    await recordTemplate(tx, { caller, now }, { id, before: removed })
    await tell(tx, templatesChanged, { sender_entity_id })
  })
  return { detail: 'Template deleted successfully!' }
}
