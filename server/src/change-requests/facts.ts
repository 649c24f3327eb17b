import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** A change was asked for, or what was asked for was decided, withdrawn, or has expired. */
export const requestMoved = defineFact(
  'change-requests.moved',
  z.object({ request_id: z.int(), requested_by: z.uuid() }),
)
