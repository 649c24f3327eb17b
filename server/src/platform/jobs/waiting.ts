import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { SCHEMA } from './queues.ts'

/** More of one queue are not counted. */
const WAITING_MAX = 10_000

/** `oldest_s`: for how long the job has been due that waits longest, of those that were counted; 0 where none waits. */
export type Waiting = { queue: string; n: number; oldest_s: number }

/** What is due in each queue and not begun, by the clock of the database. */
export const readWaiting = async (db: Db): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    SELECT queue.name AS queue, due.n, due.oldest_s FROM ${sql.table(`${SCHEMA}.queue`)} AS queue CROSS JOIN LATERAL (
      SELECT count(*)::int AS n,
        coalesce(greatest(0, extract(epoch FROM clock_timestamp() - min(start_after))), 0)::float8 AS oldest_s
      FROM (SELECT start_after FROM ${sql.table(`${SCHEMA}.job`)} AS job
        WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked
          AND job.start_after <= clock_timestamp() LIMIT ${sql.lit(WAITING_MAX)}) AS waiting) AS due
    ORDER BY queue.name`.execute(db)
  return rows
}
