import { ACCESS_TYPES, type AccessType } from '#domain/access/caller.ts'
import type { Language } from '#domain/language/languages.ts'
import { everyWay, type KindKey, keysNotOff, type Way, type Ways } from '#domain/notifications/kinds.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import {
  countUsers,
  lockSignIn,
  lockWays,
  readAnyDemo,
  readAnySuperadmin,
  readByName,
  readGroups,
  readSignIn,
  readUser,
  readWays,
} from './rows.ts'

/** The account behind a typed username or e-mail address, whatever the case. */
export const findForSignIn = (handle: Db | Tx, name: string) => readByName(handle, name.toLowerCase())

/** What a person may sign in with, if the account is switched on: the hash of a local password, or null. */
export const findSignIn = async (handle: Db | Tx, user_id: string) => {
  const known = await readSignIn(handle, user_id)
  return known?.is_active ? known : undefined
}

/** The same as it is now, whatever was read before; nobody changes it until the transaction ends. */
export const holdSignIn = async (tx: Tx, user_id: string) => {
  const known = await lockSignIn(tx, user_id)
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
  notification_ways: Readonly<Record<KindKey, Way>>
  language: Language | null
  shortcuts: boolean
}

/** What a person's own account page shows. */
export const findUser = async (db: Db, user_id: string): Promise<UserDetails | undefined> => {
  const [user, groups] = await Promise.all([readUser(db, user_id), readGroups(db, user_id)])
  if (!user) return undefined
  const access_type = ACCESS_TYPES.find((type) => type === user.access_type) ?? 'user'
  return { ...user, access_type, groups, ...preferencesOf(user.notification_ways, access_type) }
}

/** What a person has chosen as the account page shows it: the kinds that are not off, and how each comes. */
export const preferencesOf = (chosen: Ways, access_type: AccessType) => {
  const superadmin = access_type === 'superadmin'
  return {
    notification_preferences: keysNotOff(chosen, superadmin).map((key) => ({ key })),
    notification_ways: everyWay(chosen, superadmin),
  }
}

/** How a person has chosen to be told of what; what is absent is as usual. */
export const findWays = (handle: Db | Tx, user_id: string): Promise<Ways> => readWays(handle, user_id)

/** The same for whoever changes it, held until the transaction ends. */
export const holdWays = (tx: Tx, user_id: string): Promise<Ways> => lockWays(tx, user_id)

/** Whether this installation has no account yet. */
export const hasNoUsers = async (db: Db): Promise<boolean> => (await countUsers(db)) === 0

/** Whether nobody can administer this installation yet. */
export const hasNoSuperadmin = async (handle: Db | Tx): Promise<boolean> =>
  (await readAnySuperadmin(handle)) === undefined

/** Whether there are accounts of the demo company. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> => (await readAnyDemo(db)) !== undefined
