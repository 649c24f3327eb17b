import type { ChangeAction } from '#contract/people/change-requests.ts'
import type { Caller, UserCaller } from '#domain/access/caller.ts'
import type { Holder } from '#domain/access/effects.ts'
import type { Version } from '#domain/access/versions.ts'
import type { FieldMessage } from '#domain/problems.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** Whose a store code is; nobody's for groups. */
export type Company = { sender_entity_id: string | null; sender_entity_name: string }

/** What a request is about, as it stands. */
export type Subject = Company & { id: string; version: Version }

/** What shall be done: `subject` is absent where it is made, `after` where it is deleted. */
export type Change = Company & {
  action: ChangeAction
  subject: Subject | undefined
  after: Version | undefined
}

/** Who asked for what is done, and who approved it. */
export type Decided = { now: Date; asked_by: { id: string; name: string }; approved_by: UserCaller }

/** What may be changed by requests: groups, and store codes. */
export type Kind = {
  /** What one is called in a sentence. */
  noun: string
  /** The field that names which one. */
  id_field: string
  nameOf: (version: Version) => string
  /** What is told of it in the audit log. */
  fields: readonly string[]
  /** All that there are. */
  all: (handle: Db | Tx) => Promise<readonly Subject[]>
  find: (handle: Db | Tx, id: string) => Promise<Subject | undefined>
  /** Held first, also for what is yet to be made, where whether it may be depends on all that there are. */
  lock?: (tx: Tx) => Promise<unknown>
  /** The same, held until the transaction ends. */
  hold: (tx: Tx, id: string) => Promise<Subject | undefined>
  /** Why it cannot be done, at a field or (where that is empty) at all, as far as the caller may know it. */
  obstacle: (handle: Db | Tx, change: Change, caller: Caller) => Promise<FieldMessage | undefined>
  /** Does it; answers the id of what was changed. */
  apply: (tx: Tx, change: Change, decided: Decided) => Promise<string>
  /** Once that is committed: what this process remembers of it is forgotten. */
  applied?: (db: Db) => void
  /** What whoever holds it has by it. */
  rights: (version: Version) => readonly string[]
  holders: (handle: Db | Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly Holder[]>>
}
