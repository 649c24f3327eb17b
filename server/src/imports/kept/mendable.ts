import { conflict } from '#domain/problems.ts'
import type { ImportRecord } from './tables.ts'

/** Throws conflict `wrong_state` unless the import waits for somebody: before it is stored, or with what was bad. */
export const requireMendable = ({ state, format, unattended, check_only }: ImportRecord): void => {
  if (format === 'json') throw conflict('wrong_state', ELSEWHERE)
  if (state === 'checked' || (state === 'done' && !(unattended && check_only))) return
  throw conflict('wrong_state', 'This import is not waiting for anything to be changed.')
}

const ELSEWHERE =
  'A file of JSON is corrected outside: take its file of errors, and upload that once it is corrected.'
