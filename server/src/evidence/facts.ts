import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** A verification of all chains has come to its end, or broke off. */
export const verificationEnded = defineFact('evidence.verification-ended', z.object({ run_id: z.uuid() }))
