import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ProblemError } from '#domain/problems.ts'
import type { Db, Tx } from './database.ts'
import { RETRY_AFTER_S } from './trouble.ts'

/** What the holder of a lease asks before it does something that only one may do. */
export type Lease = {
  /**
   * Throws `lease_lost` when somebody else has taken the lease. Else nobody can before this transaction ends: what it
   * writes is written by the holder.
   */
  demandIn(tx: Tx): Promise<void>
  /** The same, before what no transaction takes back: a call to the outside. The full time is ahead then. */
  renew(): Promise<void>
}

/** A holder that was not heard of for so long, ms, counts as dead: as long as that of a job. */
export const LEASE_MS = 10_000
const RENEW_EACH_MS = 3_000

/**
 * Runs `work` while this process alone holds the named lease; answers `busy` at once when another one holds it. The
 * lease is a row: it outlives a failover of the database and a connection that breaks, and ends LEASE_MS after its
 * holder was killed. A holder that stood still for longer, or that a database in trouble did not hear, may believe in
 * a lease that another one has by now: so it asks its lease before whatever must not be done twice.
 */
export const withLease = async <T>(
  db: Db,
  name: string,
  work: (lease: Lease) => Promise<T>,
): Promise<{ busy: true } | { busy: false; value: T }> => {
  const token = randomUUID()
  if (!(await take(db, name, token))) return { busy: true }
  const renewal = setInterval(() => {
    // What keeps it from being renewed is told by whatever the holder asks next.
    renew(db, name, token).catch(() => undefined)
  }, RENEW_EACH_MS)
  try {
    return { busy: false, value: await work(leaseOf(db, name, token)) }
  } finally {
    clearInterval(renewal)
    await giveBack(db, name, token).catch(unlessAway)
  }
}

const leaseOf = (db: Db, name: string, token: string): Lease => ({
  demandIn: async (tx) => {
    const held = await sql`SELECT 1 FROM leases WHERE name = ${name} AND token = ${token} FOR SHARE`.execute(
      tx,
    )
    if (held.rows.length === 0) throw lost(name)
  },
  renew: () => renew(db, name, token),
})

/**
 * That somebody took or gave back a lease need not be on the disk at once: a commit that builds upon it waits for both,
 * and after a crash in between nobody holds it. So neither costs a wait, set by `quick` for the one statement.
 */
const quick = sql`quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`

/** By the clock of the database alone, so that all processes go by the same. */
const until = sql`clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'`

const take = async (db: Db, name: string, token: string): Promise<boolean> => {
  // Looked at first, since ON CONFLICT waits for a holder's transaction although it then changes nothing.
  const taken = await sql`
    WITH ${quick} INSERT INTO leases AS held (name, token, ends_at) SELECT ${name}, ${token}, ${until} FROM quick
      WHERE NOT EXISTS (SELECT FROM leases WHERE name = ${name} AND ends_at > clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at
      WHERE held.ends_at <= clock_timestamp()
    RETURNING 1`.execute(db)
  return taken.rows.length > 0
}

/** Late as well: as long as nobody else took it, it was held all the time. */
const renew = async (db: Db, name: string, token: string): Promise<void> => {
  const renewed = await sql`
    WITH ${quick} UPDATE leases SET ends_at = ${until} FROM quick WHERE name = ${name} AND token = ${token}
    RETURNING 1`.execute(db)
  if (renewed.rows.length === 0) throw lost(name)
}

const giveBack = (db: Db, name: string, token: string) =>
  sql`WITH ${quick} DELETE FROM leases USING quick WHERE name = ${name} AND token = ${token}`.execute(db)

/** What the work came to still counts; the lease ends by itself. */
const unlessAway = (error: unknown) => {
  if (!(error instanceof ProblemError)) throw error
}

const LEASE_LOST = 'lease_lost'

export const isLeaseLost = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === LEASE_LOST

const lost = (name: string) =>
  new ProblemError(
    {
      ...{ kind: 'unavailable', code: LEASE_LOST, retry_after_s: RETRY_AFTER_S },
      message: 'This took so long that somebody else has taken it over. Please look again.',
    },
    { lease: name },
  )
