import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

/** How well an account knows where a try comes from; each has a budget of its own (decisions/009). */
export type Standing = 'device' | 'known' | 'new'

/** What a try is counted by: whose password is guessed, and who guesses. */
export type Counted = { account: string; source: string; by_device: boolean }

type LoginRow = {
  id: string
  /** A name of whoever it is; empty where nobody has what was typed, which may be a password. */
  username: string
  user_id: string | null
  account: string
  source: string
  standing: Standing
  outcome: 'pending' | 'failed' | 'succeeded'
  ip: string
  user_agent: string
  /** What they were when they signed in; null until then. */
  access_type: string | null
  at: Date
}

const on = (handle: Db | Tx) => handle.withTables<{ login_records: LoginRow }>()

export const insertTry = async (tx: Tx, row: LoginRow) => {
  await on(tx).insertInto('login_records').values(row).execute()
}

type Success = Pick<LoginRow, 'user_id' | 'username' | 'access_type'> & { outcome: 'succeeded' }
type Outcome = { outcome: 'failed' } | Success

export const decideTry = async (tx: Tx, id: string, outcome: Outcome) => {
  await on(tx).updateTable('login_records').set(outcome).where('id', '=', id).execute()
}

/** A try that was none: the directory was away, or whoever was signed in already knew the password. */
export const forgetTry = async (tx: Tx, id: string) => {
  await on(tx).deleteFrom('login_records').where('id', '=', id).execute()
}

/**
 * Tries at one account, and tries from one source, run one after the other from here to the end of the transaction.
 * Everybody takes the account first, so that nobody waits in a ring.
 */
export const lockCounts = async (tx: Tx, { account, source }: Counted) => {
  for (const name of [`login account ${account}`, `login source ${source}`]) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  }
}

/** Wrong tries and those still undecided; instants are null where there are none. */
export type Tally = {
  standing: Standing
  /** At this account from this source, since its last success there. */
  pair: number
  pair_last_at: Date | null
  /** Accounts tried from this source, each since its last success there. */
  accounts: number
  accounts_last_at: Date | null
  /** At this account from all sources of this standing; a success forgives none of these. */
  spent: number
  spent_first_at: Date | null
}

/** Counts what bears on a try. `window`, `hour` and `lately` are the instants since which each of them counts. */
export const readTally = async (
  handle: Db | Tx,
  { account, source, by_device }: Counted,
  since: { window: Date; hour: Date; lately: Date },
): Promise<Tally> => {
  const { rows } = await sql<Tally>`
    SELECT own.standing, tried.*, budget.*
    FROM (
      SELECT CASE
        WHEN ${by_device}::boolean THEN 'device'
        WHEN ${lastSuccess('at', sql`${account}`, sql`${source}`)} > ${since.lately} THEN 'known'
        ELSE 'new' END AS standing
    ) own,
    (
      SELECT count(*) FILTER (WHERE t.account = ${account})::int AS pair,
        max(t.at) FILTER (WHERE t.account = ${account}) AS pair_last_at,
        count(DISTINCT t.account)::int AS accounts,
        max(t.at) AS accounts_last_at
      FROM login_records t
      WHERE t.source = ${source} AND t.at > ${since.window} AND t.outcome <> 'succeeded'
        AND t.nr > coalesce(${lastSuccess('nr', sql.ref('t.account'), sql.ref('t.source'))}, 0)
    ) tried,
    LATERAL (
      SELECT count(*)::int AS spent, min(t.at) AS spent_first_at FROM login_records t
      WHERE t.account = ${account} AND t.standing = own.standing AND t.at > ${since.hour}
        AND t.outcome <> 'succeeded'
    ) budget`.execute(handle)
  const [tally] = rows
  if (!tally) throw new Error('A count has one row.')
  return tally
}

/** When, or as which try, the account last signed in from the source; read off the end of an index. */
const lastSuccess = (column: 'at' | 'nr', account: RawBuilder<unknown>, source: RawBuilder<unknown>) => sql`(
  SELECT s.${sql.ref(column)} FROM login_records s
  WHERE s.account = ${account} AND s.source = ${source} AND s.outcome = 'succeeded'
  ORDER BY s.nr DESC LIMIT 1)`
