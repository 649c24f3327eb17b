import { FLAGS, type Flag } from './flags.ts'

export const ACCESS_TYPES = ['superadmin', 'staff', 'user'] as const
export type AccessType = (typeof ACCESS_TYPES)[number]

/** One store code (branch) that the caller may act for. Its entity is assigned too, or it would not be here. */
export type StoreScope = { store_code_id: string; sender_entity_id: string; code: string }

type Held = {
  readonly flags: ReadonlySet<Flag>
  readonly stores: readonly StoreScope[]
  /** Asks about some of their companies: sees what is of these stores and nothing else, also as a superadmin. */
  readonly narrowed?: true
}

export type UserCaller = Held & {
  kind: 'user'
  user_id: string
  email: string
  display_name: string
  access_type: AccessType
}

/** An integration's key, bound to one sender entity and its store codes (decisions.md §6). */
export type KeyCaller = Held & { kind: 'api_key'; key_id: string; name: string; sender_entity_id: string }

export type Caller = UserCaller | KeyCaller

/** Who calls, among all people and keys. */
export const callerId = (caller: Caller) => (caller.kind === 'user' ? caller.user_id : caller.key_id)

type Person = { first_name: string; last_name: string; username: string }

/** The name of a person as others read it; who has told none is called as they sign in. */
export const displayName = ({ first_name, last_name, username }: Person): string =>
  `${first_name} ${last_name}`.trim() || username

/** The server's own name, where nobody calls. */
export const SERVER_NAME = 'Lulus'

/** The caller as the history and the audit log name them, for good. */
export const callerName = (caller: Caller | undefined): string => {
  if (caller === undefined) return SERVER_NAME
  return caller.kind === 'user' ? caller.display_name : `${caller.name} (API key)`
}

export const isSuperadmin = (caller: Caller) => caller.kind === 'user' && caller.access_type === 'superadmin'

export const holds = (caller: Caller, flag: Flag) => isSuperadmin(caller) || caller.flags.has(flag)

export const allFlags: ReadonlySet<Flag> = new Set(FLAGS)
