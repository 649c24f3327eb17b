import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** A change stands in the audit log: of what kind of thing, and of which company; null where it is of none. */
export const changeRecorded = defineFact(
  'audit.recorded',
  z.object({ kind: z.string(), sender_entity_id: z.string().nullable() }),
)
