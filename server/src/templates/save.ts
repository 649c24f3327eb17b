import type { Caller } from '#domain/access/caller.ts'
import { flagMissing } from '#domain/problems.ts'
import { chooseEntity } from '../entities/choose.ts'
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
  const { name, data } = template
  const named = data.invoice.sender_entity_code
  const entity = await chooseEntity(
    { db, caller },
    { entity_code: typeof named === 'string' ? named : '', field: 'data.invoice.sender_entity_code' },
  )
  const id = await inTransaction(db, (tx) =>
    createTemplate(
      tx,
      {
        sender_entity_id: entity.id,
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
