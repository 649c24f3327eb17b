import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { POSITION_UNKNOWN, SEEN_MS } from '#contract/position.ts'
import { ProblemError } from '#domain/problems.ts'
import type { Log } from '../log/log.ts'
import { type Awaited, awaitedHere, awaiting } from './awaited.ts'
import { boundedPool } from './bounded-pool.ts'
import type { Db, Tables } from './database.ts'
import { otherwiseIn } from './otherwise-in.ts'
import { openPool, WITH_PEOPLE } from './pool.ts'
import { laterOf, type Position } from './position.ts'
import { contains, openPosition } from './timeline.ts'
import { endsConnection } from './trouble.ts'

/** Copies of the database that follow the primary, for reads that may be answered by one. */
export type Standby = {
  /**
   * Reads where everything up to `seen` has arrived: each statement in a standby if that is so within WAIT_MS_MAX,
   * else, and where no standby answers, in the primary. `work` must only read, and in no transaction; what it begins
   * may go on after it has ended, as a file does that is read while it is sent.
   */
  read<T>(seen: Position | undefined, work: (db: Db) => Promise<T>): Promise<T>
  /** Where the primary is: what was committed before is contained. */
  position(): Promise<Position>
  /** Reads of this process from now on, for SEEN_MS, contain what has been committed until now. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** How long, ms, a statement waits for a standby: 99 of 100 are behind by less than half of it. */
const WAIT_MS_MAX = 100
const LOOK_AGAIN_MS = 10
/** One that does not answer is asked again after so long, and one that was too far behind. */
const AWAY_MS = 5_000
const BEHIND_MS = 1_000
const CONNECT_MS_MAX = 1_000

type Settings = {
  url: string
  primary: Db
  pool_max: number
  log: Log
  connect_ms_max?: number
  now_ms?: () => number
}

/** Opens the standbys behind `url`: one, or a proxy that leads to any of several. */
export const openStandby = (settings: Settings): Standby => {
  const { primary, log, now_ms = () => performance.now() } = settings
  const db = openReader({ ...settings, now_ms })
  const position = openPosition({ primary, log })
  let heard: { seen: Position; until_ms: number } | undefined
  return {
    read: (asked, work) => {
      const seen = heard && heard.until_ms > now_ms() ? laterOf(heard.seen, asked) : asked
      return awaiting(seen === undefined ? undefined : { seen, wait_ms: WAIT_MS_MAX }, () => work(db))
    },
    position,
    catchUp: shared(async () => {
      heard = { seen: await position(), until_ms: now_ms() + SEEN_MS }
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

/** Thrown by a connection to standbys that are too far behind, or that nobody wants to wait for. */
class NotThere extends Error {}

/** Statements in a standby, and in the primary where none has what is awaited, or none answers. */
const openReader = (settings: Settings & { now_ms: () => number }): Db => {
  const { url, primary, pool_max, log, now_ms, connect_ms_max = CONNECT_MS_MAX } = settings
  const patience = { ...WITH_PEOPLE, connect_ms_max }
  const standbys = boundedPool(
    openPool({ connectionString: url }, { pool_max, log, ...patience }),
    patience.answer_ms_max,
  )
  let away_until_ms = 0
  let behind_until_ms = 0
  const connect = async () => {
    const wanted = awaitedHere()
    if (now_ms() < away_until_ms || wanted?.seen === POSITION_UNKNOWN) throw new NotThere()
    if (!wanted) return standbys.connect()
    // Nobody waits for each statement anew.
    if (now_ms() < behind_until_ms) throw new NotThere()
    const client = await caughtUp(await standbys.connect(), wanted)
    if (client) return client
    behind_until_ms = now_ms() + BEHIND_MS
    throw new NotThere()
  }
  const passes = (error: unknown) => {
    if (!isOfStandby(error)) return false
    if (endsConnection(error)) {
      away_until_ms = now_ms() + AWAY_MS
      log.warn({ err: error }, 'no standby answers; the primary is read for a while')
    }
    return true
  }
  const pool = otherwiseIn(primary, { pool: { ...standbys, connect }, passes })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * It is behind, away, or had to break off a read for the sake of what it follows; the primary may know better. What
 * took too long takes as long there, where everybody else works.
 */
const isOfStandby = (error: unknown) => {
  if (error instanceof NotThere) return true
  const problem = error instanceof ProblemError ? error.problem : undefined
  return problem?.kind === 'unavailable' && problem.code !== 'database_slow'
}

/**
 * The connection once its standby has what is awaited; undefined where that takes too long. Each is looked at: behind a
 * proxy two of them may lead to two standbys.
 */
const caughtUp = async (
  client: PostgresPoolClient,
  wanted: Awaited,
): Promise<PostgresPoolClient | undefined> => {
  const until_ms = performance.now() + wanted.wait_ms
  try {
    while (!(await contains(client, wanted.seen))) {
      if (performance.now() >= until_ms) {
        client.release()
        return undefined
      }
      await sleep(LOOK_AGAIN_MS)
    }
    return client
  } catch (error) {
    client.release()
    throw error
  }
}
