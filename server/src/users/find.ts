import { ACCESS_TYPES, type AccessType } from '#domain/access/caller.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import {
  countUsers,
  readAnyDemo,
  readAnySuperadmin,
  readByName,
  readGroups,
  readSignIn,
  readUser,
} from './rows.ts'

/** The account behind a typed username or e-mail address, whatever the case. */
export const findForSignIn = (db: Db, name: string) => readByName(db, name.toLowerCase())

/** What a person may sign in with, if the account is switched on: the hash of a local password, or null. */
export const findSignIn = async (handle: Db | Tx, user_id: string) => {
  const known = await readSignIn(handle, user_id)
  return known?.is_active ? known : undefined
}

export type UserDetails = {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  access_type: AccessType
  image: string
  groups: { name: string }[]
  notification_preferences: { key: string }[]
}

/** What a person's own account page shows. */
export const findUser = async (db: Db, user_id: string): Promise<UserDetails | undefined> => {
  const [user, groups] = await Promise.all([readUser(db, user_id), readGroups(db, user_id)])
  if (!user) return undefined
  const access_type = ACCESS_TYPES.find((type) => type === user.access_type) ?? 'user'
  const notification_preferences = user.notification_preferences.map((key) => ({ key }))
  return { ...user, access_type, groups, notification_preferences }
}

/** Whether this installation has no account yet. */
export const hasNoUsers = async (db: Db): Promise<boolean> => (await countUsers(db)) === 0

/** Whether nobody can administer this installation yet. */
export const hasNoSuperadmin = async (handle: Db | Tx): Promise<boolean> =>
  (await readAnySuperadmin(handle)) === undefined

/** Whether there are accounts of the demo company. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> => (await readAnyDemo(db)) !== undefined
