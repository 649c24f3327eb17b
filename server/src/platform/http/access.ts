import type { Access } from '#contract/endpoint.ts'
import { type Caller, holds, isSuperadmin } from '#domain/access/caller.ts'
import { flagMissing, unauthenticated } from '#domain/problems.ts'

/** Throws unauthenticated or flag_missing when the caller may not pass this endpoint's door. */
export const enforceAccess = (access: Access, caller: Caller | undefined): void => {
  if (access.kind === 'public') return
  if (!caller) throw unauthenticated('unauthenticated', 'Sign in first.')
  if (!admits(access, caller)) throw flagMissing(whatIsMissing(access, caller))
}

/** Whether somebody who is known may pass. */
export const admits = (access: Access, caller: Caller): boolean => {
  switch (access.kind) {
    case 'public':
      return true
    case 'loggedIn':
      return caller.kind === 'user'
    case 'superadmin':
      return isSuperadmin(caller)
    case 'anyOf':
      return (
        (caller.kind === 'user' || access.api_key === true) &&
        access.flags.some((flag) => holds(caller, flag))
      )
    default:
      return access satisfies never
  }
}

/** Names the permission, so that a person knows what to ask for. */
const whatIsMissing = (access: Access, caller: Caller): string | undefined => {
  // No permission would let a key in where only people go.
  if (caller.kind !== 'user') return undefined
  if (access.kind === 'superadmin') return 'Only a superadmin may do this.'
  return access.kind === 'anyOf' ? `You need the permission ${access.flags.join(' or ')}.` : undefined
}
