import { conflict } from '#domain/problems.ts'
import type { ImportRecord } from './tables.ts'

/** Throws conflict `wrong_state` unless the import waits for somebody: before it is stored, or with what was bad. */
export const requireMendable = ({ state, unattended, check_only }: ImportRecord): void => {
  if (state === 'checked' || (state === 'done' && !(unattended && check_only))) return
  throw conflict('wrong_state', 'This import is not waiting for anything to be changed.')
}
