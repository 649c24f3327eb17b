import type { UserCaller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { readSetting } from '../../settings/read.ts'
import { findWays } from '../../users/find.ts'
import type { Reader } from './read.ts'

/** Somebody with what they have chosen, as their items are read by. */
export const readerOf = async (by: { db: Db; caller: UserCaller; now: Date }): Promise<Reader> => ({
  caller: by.caller,
  now: by.now,
  ways: await findWays(by.db, by.caller.user_id),
  allow_self_approval: await readSetting(by.db, 'approval.allow_self_approval'),
})
