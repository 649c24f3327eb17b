import { findSecretKey, keyFile } from '../../platform/crypto/secret-key.ts'
import { migrationsIn } from '../../platform/db/migrate.ts'
import type { Env } from '../../platform/env/env.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { MIGRATIONS, withDatabase } from '../with-database.ts'
import { verifyFiles } from './copy.ts'
import { listBackups } from './list.ts'
import { makeBackup } from './make.ts'
import { demandBackup, folderOf, printOf } from './record.ts'

/** Throws a StartError where the database is not the embedded one. */
export const demandEmbedded = ({ database_url }: Env): void => {
  if (database_url === undefined) return
  throw new StartError('DATABASE_URL is set: an external PostgreSQL has ways of its own (docs/backup.md).')
}

/** `backup`: makes one, whether or not Lulus runs. */
export const backUp = async (env: Env): Promise<string> => {
  demandEmbedded(env)
  const secret_key = findSecretKey(env)
  if (secret_key === undefined)
    throw new StartError(`There is no key in ${keyFile(env)}: give this command the settings of the start.`)
  const { folder, record, undeleted } = await withDatabase(env, (db, connection) =>
    makeBackup({ ...env, db, connection, secret_key }),
  )
  const bytes = record.files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `${folder}: ${(bytes / 1e6).toFixed(1)} MB, as of ${record.began_at}.`,
    'The secret key and the settings of the start are not in it: keep a copy of them elsewhere.',
    ...undeleted.map(
      ({ folder: old, why }) => `Older than BACKUP_KEEP, and cannot be deleted: ${old} (${why}).`,
    ),
  ].join('\n')
}

/** `backup list`. */
export const backupsInWords = async (env: Env): Promise<string> => {
  const key = findSecretKey(env)
  const known = {
    ...{ migrations: await migrationsIn(MIGRATIONS), key: key && printOf(key) },
    data_dir: env.data_dir,
  }
  return listBackups(env.backup_dir, known)
}

/** `backup verify NAME`: reads every file of it. Throws a StartError at the first that is not as it was. */
export const verifyBackup = async (env: Env, name: string): Promise<string> => {
  const { folder, record } = await demandBackup(folderOf(env.backup_dir, name))
  await verifyFiles(folder, record)
  return `${folder} is whole: ${record.files.length} files, as of ${record.began_at}.`
}
