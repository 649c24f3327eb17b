import type { Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { templatesChanged } from './facts.ts'
import { insertTemplate } from './rows.ts'

export type NewTemplate = {
  sender_entity_id: string
  created_by: string
  name: string
  description: string
  invoice: Record<string, unknown>
}

/** Stores a template in an entity that was found for its maker, and returns its id. */
export const createTemplate = async (tx: Tx, template: NewTemplate, now: Date): Promise<string> => {
  const id = await insertTemplate(tx, {
    ...template,
    invoice: JSON.stringify(template.invoice),
    created_at: now,
    modified_at: now,
  })
  await tell(tx, templatesChanged, { sender_entity_id: template.sender_entity_id })
  return id
}
