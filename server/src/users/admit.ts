import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import {
  insertUser,
  lockDirectoryPerson,
  putGroups,
  readFromDirectory,
  readGroups,
  updateUser,
} from './rows.ts'

/** A person for whom the directory vouches. */
export type Vouched = {
  directory_id: string
  username: string
  email: string
  first_name: string
  last_name: string
  /** Names of portal groups: those the person shall have, of those that the directory decides about. */
  groups: { held: readonly string[]; decided: readonly string[] }
}

export type Admitted = {
  user_id: string
  is_active: boolean
  /** Names of the portal groups after this. */
  groups: readonly string[]
}

/**
 * Brings the account of a directory person up to date, or makes one without entities. It is found by the directory's id
 * or, where it was made before the first sign-in, by its name; a local account never is. A name or e-mail address that
 * another account has is a unique violation.
 */
export const admitFromDirectory = async (tx: Tx, person: Vouched, now: Date): Promise<Admitted> => {
  const { groups, ...described } = person
  await lockDirectoryPerson(tx, person.directory_id)
  const before = await readFromDirectory(tx, person)
  const held_before = before ? await groupNames(tx, before.id) : []
  const user_id = before?.id ?? (await insertUser(tx, { ...described, ...NEW, created_at: now }))
  await putGroups(tx, user_id, groups)
  const held_after = await groupNames(tx, user_id)
  if (before) {
    const { revision } = before
    // A form sends its groups as a whole: one opened before would give back what was taken here.
    const is_other = !isDeepStrictEqual(held_before, held_after)
    await updateUser(tx, user_id, { ...described, ...(is_other && { revision: revision + 1 }) })
  }
  const target = { kind: 'user' as const, id: user_id, name: person.email, sender_entity_id: null }
  await recordChange(
    tx,
    { caller: undefined, now },
    {
      target,
      before: before && { ...before, groups: held_before.join(', ') },
      after: { ...described, groups: held_after.join(', ') },
      fields: ['username', 'email', 'first_name', 'last_name', 'groups'],
    },
  )
  return { user_id, is_active: before?.is_active ?? true, groups: held_after }
}

const groupNames = async (tx: Tx, user_id: string) => (await readGroups(tx, user_id)).map(({ name }) => name)

const NEW = { access_type: 'user', password_hash: null, origin: 'directory' } as const
