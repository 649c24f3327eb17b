import { z } from 'zod'
import { defineFact } from '../../platform/facts/fact.ts'

/** An import was made, or is further than it was. */
export const importMoved = defineFact('imports.moved', z.object({ maker_id: z.uuid() }))

/** An import has come to its end, whichever. */
export const importFinished = defineFact('imports.finished', z.object({ import_id: z.uuid() }))
