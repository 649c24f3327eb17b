import pg from 'pg'
import type { Log } from '../log/log.ts'

/** What pg needs to connect; the job runner opens its own connections with it. */
export type Connection = Readonly<
  Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>
>

/** How long to wait, ms. */
export type Patience = {
  /** For a connection: a new one, or one that another call gives back. */
  connect_ms_max: number
  /** For a statement, after which the server ends it; undefined: without end. */
  statement_ms_max: number | undefined
  /** For any answer, after which the server counts as away. Longer than a statement may take. */
  answer_ms_max: number | undefined
}

/** A transaction that lies still keeps others from what it locked. */
const IDLE_IN_TRANSACTION_MS_MAX = 60_000

/**
 * A new connection learns what tables there are and plans anew: whoever comes first on it waits three times as long, so
 * one is kept over the pauses of a person's work.
 */
const UNUSED_MS_MAX = 600_000

/** A person waits: better a quick word that the database is away than a page that never comes. */
export const WITH_PEOPLE: Patience = {
  connect_ms_max: 5_000,
  statement_ms_max: 10_000,
  answer_ms_max: 12_000,
}

/**
 * A server that can compile statements does so with those that it takes for long, each time anew: 30 ms and more, for a
 * list of which the first page is wanted.
 */
const NEVER_COMPILED = '-c jit=off'

export type PoolSettings = { pool_max: number; log: Log } & Partial<Patience>

/** A pool on a server that already runs. Dates and numerics stay text. */
export const openPool = (connection: Connection, settings: PoolSettings): pg.Pool => {
  const { pool_max, log, ...patience } = { ...WITH_PEOPLE, ...settings }
  const pool = new pg.Pool({
    ...connection,
    max: pool_max,
    application_name: 'lulus',
    options: NEVER_COMPILED,
    ...(patience.statement_ms_max !== undefined && { statement_timeout: patience.statement_ms_max }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    connectionTimeoutMillis: patience.connect_ms_max,
    idleTimeoutMillis: UNUSED_MS_MAX,
    keepAlive: true,
    types: { getTypeParser },
  })
  // An error that nobody hears would end the process. The pool hears idle connections only, so each one has an ear of
  // its own; whoever uses it learns of it by the query that fails.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  })
  pool.on('error', () => {})
  return pool
}

const DATE_OID = 1082
const TIMESTAMPTZ_OID = 1184
const asWritten = (text: string) => text

/** A calendar date has no instant: pg would turn it into a Date at local midnight. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (oid === DATE_OID) return asWritten
  return oid === TIMESTAMPTZ_OID && format !== 'binary' ? instantOf : pg.types.getTypeParser(oid, format)
}

const anyInstantOf = pg.types.getTypeParser(TIMESTAMPTZ_OID, 'text')

/** As nearly all are written, `2026-02-28 16:00:00.5+00`, the engine itself reads them, in a tenth of the time. */
const instantOf = (text: string) => {
  const sign = text.at(-3)
  return text[10] === ' ' && (sign === '+' || sign === '-')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`)
    : anyInstantOf(text)
}
