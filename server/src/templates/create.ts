import type { Tx } from '../platform/db/database.ts'
import { insertTemplate } from './rows.ts'

export type NewTemplate = {
  sender_entity_id: string
  created_by: string
  name: string
  description: string
  invoice: Record<string, unknown>
}

/** Stores a template in an entity that was found for its maker, and returns its id. */
export const createTemplate = (tx: Tx, template: NewTemplate, now: Date): Promise<string> =>
  insertTemplate(tx, {
    ...template,
    invoice: JSON.stringify(template.invoice),
    created_at: now,
    modified_at: now,
  })
