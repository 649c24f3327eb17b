import { sql } from 'kysely'
import { malaysianDate } from '#domain/time/dates.ts'
import { type By, processedThisYear } from './rows.ts'

/** The pie chart shows five (specification 1 §9). */
const BUYERS_MAX = 5

/** The customers with the most documents this year. Self-billed ones are left out: there the other side sells. */
export const topBuyers = ({ db, caller, now }: By) =>
  processedThisYear(db, caller, malaysianDate(now))
    .where('selfbilling', '=', false)
    .select(['buyer_name as buyer', sql<number>`count(*)::int`.as('count')])
    .groupBy('buyer_name')
    .orderBy('count', 'desc')
    .orderBy('buyer')
    .limit(BUYERS_MAX)
    .execute()
