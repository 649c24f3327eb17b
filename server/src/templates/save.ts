import type { Caller } from '#domain/access/caller.ts'
import { flagMissing, invalidFields } from '#domain/problems.ts'
import { findSender, senderEntities } from '../entities/find.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { createTemplate } from './create.ts'

export type SavedForm = {
  name: string
  data: { description: string; invoice: Record<string, unknown> }
}

/**
 * Saves the content of the form under a name. It belongs to the entity that the content names, or else to the
 * caller's only one. Throws invalid_fields when neither is known.
 */
export const saveTemplate = async (db: Db, caller: Caller, template: SavedForm, now: Date) => {
  if (caller.kind !== 'user') throw flagMissing('Only people keep templates.')
  const sender_entity_id = await entityOf(db, caller, template.data.invoice.sender_entity_code)
  const { name, data } = template
  const id = await inTransaction(db, (tx) =>
    createTemplate(
      tx,
      {
        sender_entity_id,
        created_by: caller.user_id,
        name,
        description: data.description,
        invoice: data.invoice,
      },
      now,
    ),
  )
  return { id, name }
}

const entityOf = async (db: Db, caller: Caller, entity_code: unknown): Promise<string> => {
  if (typeof entity_code === 'string' && entity_code !== '') {
    const named = await findSender(db, caller, { entity_code })
    if (named) return named.id
    throw invalidFields({ 'data.invoice.sender_entity_code': ['Please select Sender'] })
  }
  const [only, ...others] = await senderEntities(db, caller)
  if (only && others.length === 0) return only.id
  throw invalidFields({ 'data.invoice.sender_entity_code': ['Please select Sender'] })
}
