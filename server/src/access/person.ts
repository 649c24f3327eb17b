import type { Caller, UserCaller } from '#domain/access/caller.ts'
import { flagMissing } from '#domain/problems.ts'

/** Doors without `api_key` let only people in; here the type learns it. Throws flag_missing. */
export const asPerson = (caller: Caller): UserCaller => {
  if (caller.kind === 'user') return caller
  throw flagMissing('Only people may do this.')
}
