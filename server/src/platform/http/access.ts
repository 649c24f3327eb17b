import type { Access } from '#contract/endpoint.ts'
import { type Caller, holds, isSuperadmin } from '#domain/access/caller.ts'
import { flagMissing, unauthenticated } from '#domain/problems.ts'

/** Throws unauthenticated or flag_missing when the caller may not pass this endpoint's door. */
export const enforceAccess = (access: Access, caller: Caller | undefined): void => {
  if (access.kind === 'public') return
  if (!caller) throw unauthenticated('unauthenticated', 'Sign in first.')
  if (!admits(access, caller)) throw flagMissing()
}

const admits = (access: Exclude<Access, { kind: 'public' }>, caller: Caller): boolean => {
  switch (access.kind) {
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
