import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { connectTo, type Db, openDatabase, UNHURRIED } from '../platform/db/database.ts'
import { demandKnown, pendingMigrations } from '../platform/db/migrate.ts'
import type { Connection } from '../platform/db/pool.ts'
import type { Env } from '../platform/env/env.ts'
import { StartError } from '../platform/env/start-error.ts'
import { openLog } from '../platform/log/log.ts'

const AS_THE_START = 'Give this command the settings of the start, or start Lulus once.'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** A snapshot's own, and one to spare. */
const CONNECTIONS_MAX = 2

/**
 * Does something with the database of the settings, for a command, whether or not Lulus runs. Throws a StartError where
 * there is none, which a start would make, and where it is not of this version.
 */
export const withDatabase = async <T>(
  env: Env,
  work: (db: Db, connection: Connection) => Promise<T>,
): Promise<T> => {
  const log = openLog('fatal')
  const { database_url, data_dir } = env
  if (database_url === undefined && !lstatSync(join(data_dir, 'postgres'), { throwIfNoEntry: false }))
    throw new StartError(`There is no database in ${data_dir}, and no DATABASE_URL. ${AS_THE_START}`)
  const database = await openDatabase({ database_url, data_dir, pool_max: CONNECTIONS_MAX, log })
  const patient = connectTo(database.connection, { pool_max: CONNECTIONS_MAX, log, ...UNHURRIED })
  try {
    await demandKnown(patient.db, MIGRATIONS)
    const pending = await pendingMigrations(patient.db, MIGRATIONS)
    if (pending.length > 0) throw new StartError('The database is not of this version. Start Lulus once.')
    return await work(patient.db, database.connection)
  } finally {
    await patient.close()
    await database.close()
  }
}
