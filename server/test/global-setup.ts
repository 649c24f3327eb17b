import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connectTo, type Db } from '../src/platform/db/database.ts'
import { startEmbedded } from '../src/platform/db/embedded/supervisor.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import type { Connection } from '../src/platform/db/pool.ts'
import { installJobs } from '../src/platform/jobs/queues.ts'
import { type Log, openLog } from '../src/platform/log/log.ts'
import { allJobs } from '../src/worker.ts'

export const TEMPLATE = 'lulus_template'
export const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** Whether all tests run on the keys that many machines need (`npm run test:keys`). */
export const ON_KEYS = process.env.KEYS === 'company'
const KEYS = join(import.meta.dirname, '../../deploy/citus/keys.sql')

/** Gives a migrated database the keys that each contain the company. */
export const playKeys = async (db: Db) => {
  await sql.raw(await readFile(KEYS, 'utf8')).execute(db)
}

declare module 'vitest' {
  export interface ProvidedContext {
    connection: Connection
  }
}

/**
 * One server for all test files, TEST_DATABASE_URL or an embedded one in a temporary folder, with a migrated
 * template database that each file clones.
 */
export const setup = async (project: TestProject) => {
  const log = openLog('error')
  const own = process.env.TEST_DATABASE_URL === undefined ? await startThrowAway(log) : undefined
  const connection = own?.connection ?? { connectionString: process.env.TEST_DATABASE_URL }
  const server = connectTo(connection, { pool_max: 2, log })
  await sql`DROP DATABASE IF EXISTS ${sql.ref(TEMPLATE)} WITH (FORCE)`.execute(server.db)
  await sql`CREATE DATABASE ${sql.ref(TEMPLATE)}`.execute(server.db)
  const template = connectTo(databaseOf(connection, TEMPLATE), { pool_max: 2, log })
  await makeTemplate(template.db)
  if (ON_KEYS) await playKeys(template.db)
  await template.close()
  project.provide('connection', connection)
  return async () => {
    await server.close()
    await own?.stop()
  }
}

const startThrowAway = async (log: Log) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'lulus-test-'))
  // Run by root, the database has a user of its own, who must get in.
  await chmod(data_dir, 0o755)
  const { connection, stop } = await startEmbedded({ data_dir, log, throw_away: true })
  return {
    connection,
    stop: async () => {
      await stop()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

export const makeTemplate = async (db: Db) => {
  await migrate(db, MIGRATIONS)
  await installJobs(db, allJobs)
}

/** The same server, another database. */
export const databaseOf = (connection: Connection, database: string): Connection => {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
