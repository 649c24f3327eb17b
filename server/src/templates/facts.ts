import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** A template of this company was made, changed or deleted. */
export const templatesChanged = defineFact('templates.changed', z.object({ sender_entity_id: z.string() }))
