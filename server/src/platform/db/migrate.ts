import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { sha256Hex } from '../crypto/digest.ts'
import { StartError } from '../env/start-error.ts'
import type { Db } from './database.ts'

type MigrationFile = { name: string; text: string; sha256: string }
type Ledger = { schema_file: { name: string; sha256: string } }

/**
 * Applies the SQL files of `folder` (`0001-name.sql`, in order, each in a transaction of its own) that this
 * database has not seen; any number of processes may do so at once. Throws when one fails, with those before it
 * applied, and when a file that was applied has changed since.
 */
export const migrate = async (db: Db, folder: string): Promise<{ applied: string[] }> => {
  const files = await readMigrations(folder)
  await refuseChanged(db, files)
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, asMigration(file)])),
    },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    // Its one transaction around all files would hold each table that any of them touches until the last one ends.
    disableTransactions: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error) {
    const name = failed?.migrationName ?? 'set'
    const why = rootOf(error).replace(/\.$/, '')
    throw new StartError(`The migration ${name} of the database failed: ${why}.`, { cause: error })
  }
  return { applied: (results ?? []).map((result) => result.migrationName) }
}

/** What PostgreSQL itself said: around it lie the words for people whose call cannot be answered. */
const rootOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return (error.cause instanceof Error && rootOf(error.cause)) || error.message
}

/** The migrations that wait to be applied; empty when the database is up to date. */
export const pendingMigrations = async (db: Db, folder: string): Promise<string[]> => {
  const files = await readMigrations(folder)
  const applied = new Set((await appliedFiles(db)).map((row) => row.name))
  return files.map((file) => file.name).filter((name) => !applied.has(name))
}

/** The names of the migrations that this database has seen, in their order. */
export const appliedMigrations = async (db: Db): Promise<string[]> =>
  (await appliedFiles(db)).map(({ name }) => name)

/** The names of the migrations in a folder, in their order. */
export const migrationsIn = async (folder: string): Promise<string[]> =>
  (await readMigrations(folder)).map(({ name }) => name)

const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name, at) => {
      const number = String(at + 1).padStart(4, '0')
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || !name.startsWith(number)) {
        throw new Error(`The migration ${name} should be called ${number}-….sql.`)
      }
      const text = await readFile(join(folder, name), 'utf8')
      return { name: name.slice(0, -'.sql'.length), text, sha256: sha256Hex(text) }
    }),
  )
  return files
}

/**
 * The file's hash is written in the same transaction, so "applied" and "which text" cannot disagree. Kysely writes the
 * name down after it: of a process that dies in between the next one finds the hash, and leaves the file alone.
 */
const asMigration = (file: MigrationFile): Migration => ({
  // Kysely hands a migration its own untyped handle.
  up: async (db: Kysely<unknown>) => {
    await db.transaction().execute(async (tx) => {
      await sql`CREATE TABLE IF NOT EXISTS schema_file (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(
        tx,
      )
      const { numAffectedRows } = await sql`INSERT INTO schema_file (name, sha256)
        VALUES (${file.name}, ${file.sha256}) ON CONFLICT DO NOTHING`.execute(tx)
      if (numAffectedRows) await sql.raw(file.text).execute(tx)
    })
  },
})

/** Throws a StartError where a newer version of Lulus made the tables, or a file that was applied is another one. */
export const demandKnown = async (db: Db, folder: string) => refuseChanged(db, await readMigrations(folder))

const refuseChanged = async (db: Db, files: readonly MigrationFile[]) => {
  const known = new Map(files.map((file) => [file.name, file.sha256]))
  for (const row of await appliedFiles(db)) {
    const now = known.get(row.name)
    if (now === undefined) {
      throw new StartError(
        `This database knows the migration ${row.name}, which this version lacks: it is older. Start the newer ` +
          'one, or restore a backup of before.',
      )
    }
    if (now !== row.sha256) {
      throw new StartError(
        `The migration ${row.name} was changed after it was applied; add a new file instead.`,
      )
    }
  }
}

const appliedFiles = async (db: Db): Promise<{ name: string; sha256: string }[]> => {
  const { rows } = await sql<{
    there: boolean
  }>`SELECT to_regclass('schema_file') IS NOT NULL AS there`.execute(db)
  if (!rows[0]?.there) return []
  return db
    .withTables<Ledger>()
    .selectFrom('schema_file')
    .select(['name', 'sha256'])
    .orderBy('name')
    .execute()
}
