import pg from 'pg'
import type { Log } from '../log/log.ts'

/** What pg needs to connect; the job runner opens its own connections with it. */
export type Connection = Readonly<
  Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>
>

const STATEMENT_MS_MAX = 30_000

/** A pool on a server that already runs. Statements end after 30 s; dates and numerics stay text. */
export const openPool = (connection: Connection, connections_max: number, log: Log): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    max: connections_max,
    application_name: 'lulus',
    statement_timeout: STATEMENT_MS_MAX,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  return pool
}

const DATE_OID = 1082
const asWritten = (text: string) => text

/** A calendar date has no instant: pg would turn it into a Date at local midnight. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === DATE_OID ? asWritten : pg.types.getTypeParser(oid, format)
