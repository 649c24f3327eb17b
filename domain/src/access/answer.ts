import { type Caller, holds, isSuperadmin } from './caller.ts'
import type { Flag } from './flags.ts'

/** May this be done now, and if not, why. `code` is stable: flag_missing is 403, everything else a 409 conflict. */
export type Answer<Code extends string = string> = { ok: true } | { ok: false; code: Code; why: string }

export const yes = { ok: true } as const

export const no = <const Code extends string>(code: Code, why: string) => ({ ok: false, code, why }) as const

/** What a caller needs: to be a superadmin, or any one of the flags; a refusal names the first. */
export type Needed = 'superadmin' | readonly [Flag, ...Flag[]]

export const checkFlags = (caller: Caller, needed: Needed): Answer<'flag_missing'> => {
  if (needed === 'superadmin')
    return isSuperadmin(caller) ? yes : no('flag_missing', 'Only a superadmin may do this.')
  return needed.some((flag) => holds(caller, flag))
    ? yes
    : no('flag_missing', `You need the permission ${needed[0]}.`)
}
