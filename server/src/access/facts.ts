import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** Sessions of somebody were ended before their time. */
export const sessionsEnded = defineFact('sessions.ended', z.object({ user_id: z.uuid() }))
