import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import { SEEN_MS } from '#contract/position.ts'
import { ProblemError } from '#domain/problems.ts'
import type { Log } from '../log/log.ts'
import { awaitedHere, awaiting } from './awaited.ts'
import { boundedPool } from './bounded-pool.ts'
import type { Db, Tables } from './database.ts'
import { openPool, WITH_PEOPLE } from './pool.ts'
import { laterOf, type Position } from './position.ts'
import { endsConnection } from './trouble.ts'

/** Copies of the database that follow the primary, for reads that may be answered by one. */
export type Standby = {
  /**
   * Reads where everything up to `seen` has arrived: in a standby if that is so within WAIT_MS_MAX, else, and where no
   * standby answers, in the primary. `work` may run twice, and must only read. `lazily`: it reads on after it has
   * answered, when the primary can no longer be asked instead, and waits longer for a standby that is behind.
   */
  read<T>(wanted: { seen: Position | undefined; lazily: boolean }, work: (db: Db) => Promise<T>): Promise<T>
  /** Where the primary is: what was committed before is contained. Undefined while nobody can say. */
  position(): Promise<Position | undefined>
  /** Reads of this process from now on, for SEEN_MS, contain what has been committed until now. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** How long, ms, a read waits for a standby: 99 of 100 are behind by less than half of it. */
const WAIT_MS_MAX = 100
const WAIT_LATER_MS_MAX = 10_000
const LOOK_AGAIN_MS = 10
/** One that does not answer is asked again after so long. */
const AWAY_MS = 5_000
const CONNECT_MS_MAX = 1_000

type Settings = {
  url: string
  primary: Db
  pool_max: number
  log: Log
  connect_ms_max?: number
  now_ms?: () => number
}

/** Thrown by a connection to a standby that is too far behind. */
class Behind extends Error {}

/** Opens the standbys behind `url`: one, or a proxy that leads to any of several. */
export const openStandby = (settings: Settings): Standby => {
  const { primary, log, now_ms = () => performance.now() } = settings
  const db = openReader(settings)
  let away_until_ms = 0
  let heard: { seen: Position; until_ms: number } | undefined

  const position = () => askPosition(primary).catch(() => undefined)
  const demanded = (seen: Position | undefined) =>
    heard && heard.until_ms > now_ms() ? laterOf(heard.seen, seen) : seen

  const readThere = async <T>(seen: Position | undefined, lazily: boolean, work: (db: Db) => Promise<T>) => {
    if (seen === undefined) return work(db)
    const wanted = { seen, wait_ms: WAIT_MS_MAX }
    if (!lazily) return awaiting(wanted, () => work(db))
    await awaiting(wanted, () => sql`SELECT 1`.execute(db))
    return awaiting({ seen, wait_ms: WAIT_LATER_MS_MAX }, () => work(db))
  }
  return {
    read: async ({ seen, lazily }, work) => {
      if (now_ms() < away_until_ms) return work(primary)
      try {
        return await readThere(demanded(seen), lazily, work)
      } catch (error) {
        if (!isOfStandby(error)) throw error
        if (endsConnection(error)) {
          away_until_ms = now_ms() + AWAY_MS
          log.warn({ err: error }, 'no standby answers; the primary is read for a while')
        }
        return work(primary)
      }
    },
    position,
    catchUp: shared(async () => {
      const seen = await position()
      if (seen !== undefined)
        heard = { seen: laterOf(heard?.seen, seen) ?? seen, until_ms: now_ms() + SEEN_MS }
    }),
    close: () => db.destroy(),
  }
}

/** Those who ask while one is under way share the next: it begins after all of them asked. */
const shared = (ask: () => Promise<void>) => {
  let asking: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = () => {
    asking = ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  return (): Promise<void> => {
    if (!asking) return begin()
    next ??= asking.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
}

/**
 * It is behind, away, or had to break off a read for the sake of what it follows; the primary may know better. What
 * took too long takes as long there, where everybody else works.
 */
const isOfStandby = (error: unknown) => {
  if (error instanceof Behind) return true
  const problem = error instanceof ProblemError ? error.problem : undefined
  return problem?.kind === 'unavailable' && problem.code !== 'database_slow'
}

const openReader = ({ url, pool_max, log, connect_ms_max = CONNECT_MS_MAX }: Settings): Db => {
  const patience = { ...WITH_PEOPLE, connect_ms_max }
  const pool = openPool({ connectionString: url }, { pool_max, log, ...patience })
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: caughtUp(boundedPool(pool, patience.answer_ms_max)) }),
  })
}

/** Each connection is looked at: behind a proxy two of them may lead to two standbys. */
const caughtUp = (pool: PostgresPool): PostgresPool => ({
  ...pool,
  connect: async () => {
    const client = await pool.connect()
    const wanted = awaitedHere()
    if (!wanted) return client
    const until_ms = performance.now() + wanted.wait_ms
    try {
      while (!(await contains(client, wanted.seen))) {
        if (performance.now() >= until_ms) throw new Behind('A standby has not caught up.')
        await sleep(LOOK_AGAIN_MS)
      }
      return client
    } catch (error) {
      client.release()
      throw error
    }
  },
})

/** A standby that has become the primary follows nobody, and contains what it has written. */
const contains = async (client: PostgresPoolClient, seen: Position): Promise<boolean> => {
  const text = `SELECT coalesce(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
    ELSE pg_current_wal_lsn() END >= $1::pg_lsn, false) AS there`
  const { rows } = await client.query<{ there: boolean }>(text, [seen])
  return rows[0]?.there === true
}

const askPosition = async (primary: Db): Promise<Position | undefined> => {
  const { rows } = await sql<{ at: Position }>`SELECT pg_current_wal_lsn()::text AS at`.execute(primary)
  return rows[0]?.at
}
