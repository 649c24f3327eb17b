import { headingOfField } from '#domain/imports/columns.ts'
import { WHY } from '#domain/shaping/pipeline.ts'
import type { Accepted } from '../../intake/accept.ts'
import type { ChangeKind } from '../kept/tables.ts'
import type { Warning } from '../kept/warnings.ts'
import type { FileDocument } from '../reading/content.ts'
import { warningsIn } from './warnings.ts'

/** What is told of a document that is taken: what somebody should look at, and what was taken otherwise. */
export type Told = { warnings: Warning[]; changes: ChangeKind[] }

/** The same of a document as it was judged. */
export const toldOf = (file: FileDocument, taken: Pick<Accepted, 'warnings' | 'shaped'>): Told => ({
  warnings: warningsIn(file, taken.warnings),
  changes: changesIn(file, taken.shaped),
})

/** In which columns a document is taken otherwise than its file says, and why: each once, however often. */
export const changesIn = (file: FileDocument, { steps, changes }: Accepted['shaped']): ChangeKind[] => {
  // Of most documents nothing is.
  if (file.changes.length + steps.length + changes.length === 0) return NONE
  const all = [
    ...file.changes,
    ...steps.map(({ field, by }) => ({ field: headingOfField(field), why: WHY[by] })),
    ...changes.map(({ field, why }) => ({ field: headingOfField(field), why })),
  ]
  return [...new Map(all.map(({ field, why }) => [`${field} ${why}`, { field, why }])).values()]
}

const NONE: ChangeKind[] = []
