import { z } from 'zod'
import { defineFact } from '../../platform/facts/fact.ts'

/** Documents that one telling names; a bulk approval of thousands is told in several. */
export const MOVES_MAX = 500

/**
 * Documents were made, or went from one status to another: the lines of their history that say so, of one transaction.
 * Told by the one writer of the status, so nothing moves untold; with the departments in which they lie.
 */
export const documentsMoved = defineFact(
  'documents.moved',
  z.object({
    history_ids: z
      .array(z.string().regex(/^\d{1,19}$/))
      .min(1)
      .max(MOVES_MAX),
    store_code_ids: z.array(z.uuid()).max(MOVES_MAX),
  }),
)

/** Something about documents changed that is no move: what a buyer asks for, or what became of a cancellation. */
export const documentsNoted = defineFact(
  'documents.noted',
  z.object({
    document_ids: z.array(z.uuid()).min(1).max(MOVES_MAX),
    store_code_ids: z.array(z.uuid()).max(MOVES_MAX),
  }),
)
