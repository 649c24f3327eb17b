import type { Profile } from '#contract/people/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { isKind, KINDS, type KindKey, wayOf, withKeys } from '#domain/notifications/kinds.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { choose } from '../users/choose.ts'
import { holdWays, preferencesOf } from '../users/find.ts'
import { passOver } from './letters/pass-over.ts'

type By = { db: Db; caller: UserCaller; now: Date }
type Chosen = {
  notification_preferences: readonly string[]
  notification_ways?: Parameters<typeof withKeys>[2]
}

/**
 * Replaces what the person hears of by these keys; none is a choice as well. The answer says what holds: some kinds a
 * superadmin cannot switch off. What comes by mail at once from now on is what is new from now on.
 */
export const setNotifications = (
  { db, caller, now }: By,
  { notification_preferences, notification_ways }: Chosen,
): Promise<Pick<Profile, 'notification_preferences' | 'notification_ways'>> =>
  inTransaction(db, async (tx) => {
    const chosen = await holdWays(tx, caller.user_id)
    const keys: readonly KindKey[] = notification_preferences.filter(isKind)
    const superadmin = caller.access_type === 'superadmin'
    const ways = withKeys({ chosen, superadmin }, keys, notification_ways)
    await choose(tx, caller.user_id, { notification_ways: ways })
    const isAtOnce = (of: typeof ways) => (kind: (typeof KINDS)[number]) =>
      wayOf(kind, of, superadmin) === 'at_once'
    const was = new Set(KINDS.filter(isAtOnce(chosen)))
    const begun = KINDS.filter(isAtOnce(ways)).filter((kind) => !was.has(kind))
    await passOver(tx, { user_id: caller.user_id, kinds: begun.map(({ key }) => key), now })
    return preferencesOf(ways, caller.access_type)
  })
