import type { z } from 'zod'
import { Customer } from './customers.ts'
import { DocumentDetail } from './document-detail.ts'
import { PendingRow, PreviousRow, SummaryRow } from './document-rows.ts'
import { DocumentWrite, LineWrite } from './intake.ts'
import { SavedItem } from './items.ts'
import { PartyWrite } from './party.ts'

/** What answers say beside what a sender may set, by name. */
const beside = (settable: z.ZodObject, answers: readonly z.ZodObject[]): ReadonlySet<string> => {
  const known = new Set(Object.keys(settable.shape))
  return new Set(answers.flatMap(({ shape }) => Object.keys(shape)).filter((name) => !known.has(name)))
}

/**
 * Fields of a document, its customer and its lines that our own answers give and nobody can set: ids, status, history,
 * names of codes, links. They are ignored where they come back, so that every answer can be sent (decisions.md §11).
 */
export const ANSWERED = {
  document: beside(DocumentWrite, [DocumentDetail, SummaryRow, PendingRow, PreviousRow]),
  customer: beside(PartyWrite, [Customer, DocumentDetail.shape.customer]),
  line: beside(LineWrite, [SavedItem, DocumentDetail.shape.items.element]),
} as const
