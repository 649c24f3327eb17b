import { ACCESS_TYPES, type AccessType } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { countUsers, readByName, readGroups, readNames, readUser } from './rows.ts'

/** The account behind a typed username or e-mail address, whatever the case. */
export const findForSignIn = (db: Db, name: string) => readByName(db, name.toLowerCase())

export type UserDetails = {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  access_type: AccessType
  image: string
  groups: { name: string }[]
}

/** What a person's own account page shows. */
export const findUser = async (db: Db, user_id: string): Promise<UserDetails | undefined> => {
  const [user, groups] = await Promise.all([readUser(db, user_id), readGroups(db, user_id)])
  if (!user) return undefined
  const access_type = ACCESS_TYPES.find((type) => type === user.access_type) ?? 'user'
  return { ...user, access_type, groups }
}

export type Named = { email: string; display_name: string }

/** Who the given users are, by id; for "created by" and "approved by". */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> => {
  const rows = ids.length > 0 ? await readNames(db, ids) : []
  return new Map(
    rows.map((row) => [
      row.id,
      { email: row.email, display_name: `${row.first_name} ${row.last_name}`.trim() || row.username },
    ]),
  )
}

/** Whether this installation has no account yet. */
export const hasNoUsers = async (db: Db): Promise<boolean> => (await countUsers(db)) === 0
