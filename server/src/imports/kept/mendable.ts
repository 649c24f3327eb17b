import { conflict } from '#domain/problems.ts'
import type { DocumentRecord, ImportRecord } from './tables.ts'

/** Throws conflict `wrong_state` unless the import waits for somebody: before it is stored, or with what was bad. */
export const requireMendable = ({ state, format, unattended, check_only }: ImportRecord): void => {
  if (format === 'json') throw conflict('wrong_state', ELSEWHERE)
  if (state === 'checked' || (state === 'done' && !(unattended && check_only))) return
  throw conflict('wrong_state', 'This import is not waiting for anything to be changed.')
}

const ELSEWHERE =
  'A file of JSON is corrected outside: take its file of errors, and upload that once it is corrected.'

/** Documents of which nothing is changed here any more: this upload has stored them, or an earlier one. */
export const STORED_STATES = ['stored', 'already'] as const satisfies DocumentRecord['state'][]

/** What changes of such a document, and rows that would become its lines, are refused with. */
export const storedAlready = (invoice_number: string) =>
  conflict('stored_already', `${invoice_number} is stored; change the document itself.`)
