import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { ProblemError } from '#domain/problems.ts'
import { StartError } from '../env/start-error.ts'
import type { Log } from '../log/log.ts'
import { boundedPool } from './bounded-pool.ts'
import { startEmbedded } from './embedded/supervisor.ts'
import { type Connection, openPool, type PoolSettings, WITH_PEOPLE } from './pool.ts'
import { outcomeUnknown } from './trouble.ts'

/** Empty on purpose: every room names its own rows with `db.withTables<{documents: DocumentRow}>()`. */
// biome-ignore lint/complexity/noBannedTypes: the empty object type is what Kysely extends per room
export type Tables = {}
export type Db = Kysely<Tables>

declare const opened: unique symbol
/** An open transaction. Only `inTransaction` makes one, so a write that asks for it cannot run outside. */
export type Tx = Transaction<Tables> & { readonly [opened]: true }

const OPEN_MS_MAX = 10_000

type Open = { db: Db; tx: Tx; since: Date }
const current = new AsyncLocalStorage<Open>()
const logs = new WeakMap<Db, Log>()

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Nesting throws. Throws
 * `outcome_unknown` when the database went away over the COMMIT; nothing may be repeated then without looking.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  assertOutsideTransaction('a second transaction')
  const started_ms = performance.now()
  let committing = false
  try {
    return await db.transaction().execute(async (plain) => {
      // The brand exists only at compile time; this is the one place that grants it.
      const tx = plain as unknown as Tx
      const result = await current.run({ db, tx, since: new Date() }, () => work(tx))
      committing = true
      return result
    })
  } catch (error) {
    throw committing && isUnavailable(error) ? outcomeUnknown(error) : error
  } finally {
    const open_ms = performance.now() - started_ms
    if (open_ms > OPEN_MS_MAX)
      logs.get(db)?.warn({ open_ms: Math.round(open_ms) }, 'a transaction stayed open for long')
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof ProblemError && error.problem.kind === 'unavailable'

/** Throws when called inside a transaction: nothing outside the database may be called while one is open. */
export const assertOutsideTransaction = (what: string) => {
  const open = current.getStore()
  if (open) throw new Error(`Not inside a transaction (open since ${open.since.toISOString()}): ${what}`)
}

/** The transaction that this call runs in, and its database. Throws outside of one. */
export const openTransaction = (): Open => {
  const open = current.getStore()
  if (!open) throw new Error('Only inside a transaction.')
  return open
}

export type Database = { db: Db; pool: pg.Pool; connection: Connection; close(): Promise<void> }

export type DatabaseSettings = {
  database_url: string | undefined
  data_dir: string
  pool_max: number
  log: Log
}

/** Opens the external database of `database_url`, or starts (or adopts) the embedded one in `data_dir`. */
export const openDatabase = async (settings: DatabaseSettings): Promise<Database> => {
  if (settings.database_url !== undefined) {
    const external = connectTo({ connectionString: settings.database_url }, settings)
    await demandVersion(external.db)
    return external
  }
  const embedded = await startEmbedded({ data_dir: settings.data_dir, log: settings.log })
  const database = connectTo(embedded.connection, settings)
  return {
    ...database,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}

/** For migrations: a table may have to be written anew. */
export const UNHURRIED = { statement_ms_max: undefined, answer_ms_max: undefined }

const VERSION_MIN = 15

/** Throws StartError when the server is too old, and the connection's own error when there is none. */
const demandVersion = async (db: Db) => {
  const { rows } = await sql<{ server_version_num: string }>`SHOW server_version_num`.execute(db)
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version >= VERSION_MIN) return
  throw new StartError(`DATABASE_URL: this is PostgreSQL ${version}. Lulus needs ${VERSION_MIN} or newer.`)
}

/** Connects to a server that already runs. */
export const connectTo = (connection: Connection, settings: PoolSettings): Database => {
  const pool = openPool(connection, settings)
  const { answer_ms_max } = { ...WITH_PEOPLE, ...settings }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: boundedPool(pool, answer_ms_max) }) })
  logs.set(db, settings.log)
  return { db, pool, connection, close: async () => db.destroy() }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Whether a write failed on a unique constraint or index, on the named one if given. On a table that is distributed
 * (deploy/citus) the one of a shard is told, whose number follows upon the name.
 */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  (constraint === undefined || error.constraint?.replace(/_\d+$/, '') === constraint)
