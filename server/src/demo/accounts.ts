import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type Beside = {
  /** E-mail addresses of demo accounts that can sign in. */
  accounts: string[]
  /** Whether there is a company that is none of the demo's, and whether one of them sends to Production. */
  has_own: boolean
  sends_own: boolean
}

/** What of the demo can still sign in, and beside which companies: its accounts share one password. */
export const demoAccountsBeside = async (db: Db): Promise<Beside> => {
  const { rows } = await sql<Beside>`
    SELECT (SELECT COALESCE(json_agg(email ORDER BY email), '[]') FROM users WHERE is_demo AND is_active) AS accounts,
      EXISTS (SELECT FROM sender_entities WHERE NOT is_demo) AS has_own,
      EXISTS (SELECT FROM sender_entities WHERE NOT is_demo AND environment = 'prod') AS sends_own`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('A count has one row.')
  return found
}
