import type { Caller } from '#domain/access/caller.ts'
import { flagMissing } from '#domain/problems.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import type { Tx } from '../platform/db/database.ts'
import { createTemplate } from './create.ts'

export type SavedForm = {
  name: string
  data: { description: string; invoice: Record<string, unknown> }
}

/**
 * Saves the content of the form under a name. It belongs to the entity that the content names, or else to the
 * caller's only one. Throws invalid_fields when neither is known.
 */
export const saveTemplate = async (
  { tx, caller, now }: { tx: Tx; caller: Caller; now: Date },
  { name, data }: SavedForm,
) => {
  if (caller.kind !== 'user') throw flagMissing('Only people keep templates.')
  const named = data.invoice.sender_entity_code
  const entity = await chooseEntity(
    { db: tx, caller },
    { entity_code: typeof named === 'string' ? named : '', field: 'data.invoice.sender_entity_code' },
  )
  const id = await createTemplate(
    tx,
    {
      sender_entity_id: entity.id,
      created_by: caller.user_id,
      name,
      description: data.description,
      invoice: data.invoice,
    },
    now,
  )
  return { id, name }
}
