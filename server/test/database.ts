import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { connectTo, type Database } from '../src/platform/db/database.ts'
import type { Connection } from '../src/platform/db/pool.ts'
import { openLog } from '../src/platform/log/log.ts'
import { atEnd } from './ending/at-end.ts'
import { databaseOf, ON_KEYS, playKeys, TEMPLATE } from './global-setup.ts'

/**
 * A fresh, migrated database of this test file's own; dropped after the file's last test. `on_keys`: with the keys of
 * deploy/citus, as all are where KEYS=company (`npm run test:keys`).
 */
export const testDatabase = async (
  options: { pool_max?: number; empty?: boolean; on_keys?: boolean } = {},
): Promise<Database> => {
  const log = openLog('error')
  const name = `lulus_test_${randomBytes(6).toString('hex')}`
  const connection = inject('connection')
  const server = connectTo(connection, { pool_max: 1, log })
  const template = options.empty ? 'template0' : TEMPLATE
  await sql`CREATE DATABASE ${sql.ref(name)} TEMPLATE ${sql.ref(template)} STRATEGY FILE_COPY`.execute(
    server.db,
  )
  // As the embedded one has it and others are told to: with 4, the default, plans of small tables differ.
  await sql`ALTER DATABASE ${sql.ref(name)} SET random_page_cost = 1.1`.execute(server.db)
  const database = connectTo(databaseOf(connection, name), { pool_max: options.pool_max ?? 5, log })
  if (options.on_keys && !ON_KEYS) await playKeys(database.db)
  atEnd(async () => {
    await database.close()
    await sql`DROP DATABASE ${sql.ref(name)} WITH (FORCE)`.execute(server.db)
    await server.close()
  })
  return database
}

/** For programs that are told by DATABASE_URL; a folder with a socket goes beside the name. */
export const addressOf = ({ connectionString, host = '', port, user, database }: Connection): string =>
  connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
