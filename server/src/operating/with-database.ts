import { join } from 'node:path'
import { connectTo, type Db, openDatabase, UNHURRIED } from '../platform/db/database.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import type { Connection } from '../platform/db/pool.ts'
import type { Env } from '../platform/env/env.ts'
import { StartError } from '../platform/env/start-error.ts'
import { openLog } from '../platform/log/log.ts'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** A snapshot's own, and one to spare. */
const CONNECTIONS_MAX = 2

/**
 * Does something with the database of the settings, for a command, whether or not Lulus runs. Throws a StartError where
 * the database is not of this version.
 */
export const withDatabase = async <T>(
  env: Env,
  work: (db: Db, connection: Connection) => Promise<T>,
): Promise<T> => {
  const log = openLog('fatal')
  const { database_url, data_dir } = env
  const database = await openDatabase({ database_url, data_dir, pool_max: CONNECTIONS_MAX, log })
  const patient = connectTo(database.connection, { pool_max: CONNECTIONS_MAX, log, ...UNHURRIED })
  try {
    const pending = await pendingMigrations(patient.db, MIGRATIONS)
    if (pending.length > 0) throw new StartError('The database is not of this version. Start Lulus once.')
    return await work(patient.db, database.connection)
  } finally {
    await patient.close()
    await database.close()
  }
}
