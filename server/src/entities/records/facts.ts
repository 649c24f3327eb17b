import { z } from 'zod'
import { defineFact } from '../../platform/facts/fact.ts'

/** A company's way to the authority is another one now: its credentials, certificate, environment or version. */
export const accessChanged = defineFact('entities.access-changed', z.object({ sender_entity_id: z.uuid() }))
