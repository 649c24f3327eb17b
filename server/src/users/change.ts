import { conflict, notFound } from '#domain/problems.ts'
import type { Tx } from '../platform/db/database.ts'
import { countSuperadmins, type Grants, lockUser, replaceGrants, updateUser } from './rows.ts'

export type UserChange = {
  username: string
  email: string
  first_name: string
  last_name: string
  access_type: string
  is_active: boolean
}

/** Holds a person for a change; answers the revision as it is. Throws not_found. */
export const holdUser = async (tx: Tx, id: string): Promise<number> => {
  const held = await lockUser(tx, id)
  if (!held) throw notFound('There is no such user.')
  return held.revision
}

/** Changes what is named of a person that is held. A taken username or e-mail address is a unique violation. */
export const changeUser = async (
  tx: Tx,
  { id, revision }: { id: string; revision: number },
  { group_ids, sender_entity_ids, store_code_ids, ...fields }: Partial<UserChange & Grants>,
) => {
  await updateUser(tx, id, { ...fields, revision: revision + 1 })
  await replaceGrants(tx, id, {
    ...(group_ids && { group_ids }),
    ...(sender_entity_ids && { sender_entity_ids }),
    ...(store_code_ids && { store_code_ids }),
  })
}

/**
 * Somebody must be left who can undo it, through a directory only where there is one. Throws conflict
 * `last_superadmin`, also when several leave at once.
 */
export const demandSuperadmin = async (tx: Tx, ways: { directory: boolean }) => {
  if ((await countSuperadmins(tx, ways)) > 0) return
  throw conflict(
    'last_superadmin',
    'This is the last superadmin who can sign in. Make somebody else a superadmin first.',
  )
}
