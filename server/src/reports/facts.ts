import { z } from 'zod'
import { defineFact } from '../platform/facts/fact.ts'

/** A report has come to its end: its file is there, there was nothing to report, or it failed. */
export const reportFinished = defineFact('reports.finished', z.object({ run_id: z.uuid() }))
