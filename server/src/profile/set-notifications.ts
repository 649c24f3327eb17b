import type { Profile } from '#contract/people/session.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { choose } from '../users/choose.ts'

type By = { db: Db; caller: UserCaller }

/** Replaces the error types that the person hears of by these keys, each once; none is a choice as well. */
export const setNotifications = async (
  { db, caller }: By,
  keys: readonly string[],
): Promise<Pick<Profile, 'notification_preferences'>> => {
  const notification_preferences = [...new Set(keys)]
  await inTransaction(db, (tx) => choose(tx, caller.user_id, { notification_preferences }))
  return { notification_preferences: notification_preferences.map((key) => ({ key })) }
}
