import { z } from 'zod'
import { defineFact } from '../../platform/facts/fact.ts'

/** An import has come to its end, whichever. */
export const importFinished = defineFact('imports.finished', z.object({ import_id: z.uuid() }))
