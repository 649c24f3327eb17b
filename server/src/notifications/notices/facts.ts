import { z } from 'zod'
import { defineFact } from '../../platform/facts/fact.ts'

const ids = z.array(z.uuid())

/** Notices came or went, or were put aside: the inboxes of these people, and of who sees these departments. */
export const noticesChanged = defineFact(
  'notices.changed',
  z.object({ store_code_ids: ids, user_ids: ids, superadmins: z.boolean() }),
)
