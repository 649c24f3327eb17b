import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'

/** The reads that are old once a document has moved on. */
export const CHANGED_BY_MOVES = [
  documents.get,
  documents.list,
  documents.pending,
  documents.previous,
  dashboard.counts,
]
