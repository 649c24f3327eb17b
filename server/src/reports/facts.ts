import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** A report was asked for, or is further than it was. */
export const reportMoved = defineFact('reports.moved', z.object({ user_id: z.uuid() }))

/** A report has come to its end: its file is there, there was nothing to report, or it failed. */
export const reportFinished = defineFact('reports.finished', z.object({ run_id: z.uuid() }))
