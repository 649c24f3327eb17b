import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

type LoginRow = {
  id: string
  username: string
  user_id: string | null
  outcome: 'pending' | 'failed' | 'succeeded'
  ip: string
  user_agent: string
  at: Date
}

const on = (handle: Db | Tx) => handle.withTables<{ login_records: LoginRow }>()

export const insertTry = async (tx: Tx, row: LoginRow) => {
  await on(tx).insertInto('login_records').values(row).execute()
}

export const decideTry = async (
  tx: Tx,
  id: string,
  outcome: 'failed' | 'succeeded',
  user_id: string | null,
) => {
  await on(tx).updateTable('login_records').set({ outcome, user_id }).where('id', '=', id).execute()
}

/** Tries of one name, or of one address, run one after the other from here to the end of the transaction. */
export const waitInLine = async (tx: Tx, name: string) => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`login ${name}`}, 0))`.execute(tx)
}

export type Failures = { count: number; last_at: Date | null }

/** Wrong tries for a name since `since`, those still undecided included, that no later success has forgiven. */
export const countByName = (tx: Tx, username: string, since: Date): Promise<Failures> =>
  countFailures(tx, sql`f.username = ${username} AND f.outcome <> 'succeeded'`, since)

/** Wrong tries from an address. A success forgives only the tries for the same name: others stay counted. */
export const countByAddress = (tx: Tx, ip: string, since: Date): Promise<Failures> =>
  countFailures(tx, sql`f.ip = ${ip} AND f.outcome = 'failed'`, since)

const countFailures = async (tx: Tx, which: ReturnType<typeof sql>, since: Date): Promise<Failures> => {
  const { rows } = await sql<Failures>`
    SELECT count(*)::int AS count, max(f.at) AS last_at FROM login_records f
    WHERE ${which} AND f.at > ${since} AND NOT EXISTS (
      SELECT 1 FROM login_records s
      WHERE s.username = f.username AND s.outcome = 'succeeded' AND s.at > f.at)`.execute(tx)
  return rows[0] ?? { count: 0, last_at: null }
}
