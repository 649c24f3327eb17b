import type { Profile } from '#contract/people/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { isKind, type KindKey, withKeys } from '#domain/notifications/kinds.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { choose } from '../users/choose.ts'
import { holdWays, preferencesOf } from '../users/find.ts'

type By = { db: Db; caller: UserCaller }
type Chosen = {
  notification_preferences: readonly string[]
  notification_ways?: Parameters<typeof withKeys>[2]
}

/**
 * Replaces what the person hears of by these keys; none is a choice as well. The answer says what holds: some kinds a
 * superadmin cannot switch off.
 */
export const setNotifications = (
  { db, caller }: By,
  { notification_preferences, notification_ways }: Chosen,
): Promise<Pick<Profile, 'notification_preferences' | 'notification_ways'>> =>
  inTransaction(db, async (tx) => {
    const chosen = await holdWays(tx, caller.user_id)
    const keys: readonly KindKey[] = notification_preferences.filter(isKind)
    const superadmin = caller.access_type === 'superadmin'
    const ways = withKeys({ chosen, superadmin }, keys, notification_ways)
    await choose(tx, caller.user_id, { notification_ways: ways })
    return preferencesOf(ways, caller.access_type)
  })
