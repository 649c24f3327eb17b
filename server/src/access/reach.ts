import type { StoreScope } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { readReach } from './rows.ts'

/** The stores that a person reaches, by the rule that their calls are judged by. */
export const reachOf = async (db: Db, user_id: string): Promise<StoreScope[]> =>
  (await readReach(db, user_id)) ?? []
