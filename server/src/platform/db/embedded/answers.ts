import pg from 'pg'
import { CLUSTER_USER } from './cluster.ts'

const CONNECT_MS_MAX = 2_000

/** SQLSTATE class 57P: shutting down, crashed, starting up. */
const AWAY = /^57P/

/** How to connect to the server that listens in this folder. */
export const connectionTo = (sockets: string) => ({
  host: sockets,
  user: CLUSTER_USER,
  database: 'postgres',
  port: 5432,
})

/** Whether the server that listens there takes connections, or refuses one for a reason that waiting does not mend. */
export const answers = async (sockets: string): Promise<boolean> => {
  const client = new pg.Client({ ...connectionTo(sockets), connectionTimeoutMillis: CONNECT_MS_MAX })
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError && !AWAY.test(error.code ?? '')
  } finally {
    client.end().catch(() => {})
  }
}
