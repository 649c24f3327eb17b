import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import type { Db } from '../platform/db/database.ts'
import { processedThisYear } from './rows.ts'

/** The pie chart shows five (specification 1 §9). */
const BUYERS_MAX = 5

/** The customers with the most documents this year. Self-billed ones are left out: there the other side sells. */
export const topBuyers = (db: Db, caller: Caller, now: Date) =>
  processedThisYear(db, caller, malaysianDate(now))
    .where('selfbilling', '=', false)
    .select(['buyer_name as buyer', sql<number>`count(*)::int`.as('count')])
    .groupBy('buyer_name')
    .orderBy('count', 'desc')
    .orderBy('buyer')
    .limit(BUYERS_MAX)
    .execute()
