import type { AccessType } from '#domain/access/caller.ts'
import type { Flag } from '#domain/access/flags.ts'
import type { Tx } from '../platform/db/database.ts'
import { type Grants, insertGrants, insertGroup, insertUser, setPassword } from './rows.ts'

/** Adds a group of permission flags and returns its id. */
export const createGroup = (
  tx: Tx,
  group: { name: string; flags: readonly Flag[] },
  now: Date,
): Promise<string> => insertGroup(tx, { name: group.name, created_at: now }, group.flags)

export type NewUser = {
  username: string
  email: string
  first_name: string
  last_name: string
  access_type: AccessType
  /** Null for people of the directory. */
  password_hash: string | null
  /** Where the password is kept; here unless told otherwise. */
  origin?: 'local' | 'directory'
  /** Of the demo company, and goes with it. */
  is_demo?: boolean
} & Grants

/** Adds a person with their groups, entities and stores and returns the id. A taken name is a unique violation. */
export const createUser = async (tx: Tx, user: NewUser, now: Date): Promise<string> => {
  const { group_ids, sender_entity_ids, store_code_ids, ...row } = user
  const id = await insertUser(tx, { ...row, created_at: now })
  await insertGrants(tx, id, { group_ids, sender_entity_ids, store_code_ids })
  return id
}

/** Gives a person a new password. The caller ends the person's sessions (decisions.md §6). */
export const changePassword = (tx: Tx, user_id: string, password_hash: string) =>
  setPassword(tx, user_id, password_hash)
