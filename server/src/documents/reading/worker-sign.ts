import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { byDatabase } from '../../platform/db/database-now.ts'

/** A worker writes its sign each minute. A start anew takes one or two; after so long nobody is at work. */
const AWAY_S = 5 * 60

/** When a worker was there last, and how many seconds ago by the clock of the database; undefined: never yet. */
export const readSign = async (db: Db, now: Date): Promise<{ seen_at: Date; age_s: number } | undefined> => {
  const { rows } = await sql<{ seen_at: Date; age_s: number }>`
    SELECT seen_at, greatest(0, extract(epoch FROM ${byDatabase(now)} - seen_at))::float8 AS age_s
    FROM worker_signs`.execute(db)
  return rows[0]
}

/** While nothing is sent, read or mailed, since no worker runs: since when; null: none has ever. */
export const readWorkerAway = async (by: { db: Db; now: Date }): Promise<{ since: Date | null } | null> => {
  const sign = await readSign(by.db, by.now)
  if (!sign) return { since: null }
  return sign.age_s > AWAY_S ? { since: sign.seen_at } : null
}

/** For `/readyz`. */
export const workerIsThere = async ({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> =>
  (await readWorkerAway({ db, now: clock.now() })) === null
