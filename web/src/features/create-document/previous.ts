import type { z } from 'zod'
import type { PreviousRow } from '#contract/document-rows.ts'

/** A row of Previous Documents. */
export type Previous = z.infer<typeof PreviousRow>
