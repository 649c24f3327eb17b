import { realpathSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BackupTurn, takeBackupTurn } from '../../platform/db/embedded/backup-turn.ts'
import { appliedMigrations } from '../../platform/db/migrate.ts'
import type { Connection } from '../../platform/db/pool.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { mailFolder } from '../../platform/mail/mail.ts'
import { opensAll, readSealed } from '../../secrets/key.ts'
import { VERSION } from '../../session/version.ts'
import { bytesBelow, copyFile, copyFolder, demandRoom, syncFolder } from './copy.ts'
import { ARCHIVE, type BackupRecord, backupsIn, DRAFT, nameAt, printOf, RECORD } from './record.ts'

export type BackupPlaces = { data_dir: string; anchor_dir: string; backup_dir: string }

/** `backup_keep`: how many backups of this installation stay. `given`: the names of what the environment sets. */
export type Making = BackupPlaces & {
  db: Db
  connection: Connection
  secret_key: string
  backup_keep: number
  given: readonly string[]
}

/**
 * Backs the embedded database up, while it is used, and after it what it names: a file too many does no harm. Answers
 * the folder. Killed, it leaves a draft that a later one sweeps. Throws a StartError while another one is under way,
 * where the key is not that of the database, and where there is no room.
 */
export const makeBackup = async (making: Making): Promise<{ folder: string; record: BackupRecord }> => {
  const { db, connection, secret_key, data_dir, backup_dir } = making
  // One that is put back needs the key that opens it: better said now.
  if (!opensAll(secretBox(secret_key), await readSealed(db)))
    throw new StartError(
      'The secret key at hand is not that of the database: give this command the start’s settings.',
    )
  await mkdir(backup_dir, { recursive: true, mode: 0o700 })
  const turn = await takeBackupTurn(connection)
  try {
    await sweepDrafts(backup_dir)
    const { now: began_at, bytes } = await sizeOf(db)
    await demandRoom(backup_dir, bytes + (await bytesBelow(join(data_dir, 'files'))))
    const folder = join(backup_dir, nameAt(began_at))
    const draft = `${folder}.draft`
    await mkdir(draft, { mode: 0o700 })
    try {
      const files = await copyAll(making, turn, { draft, bytes })
      const { now: ended_at } = await sizeOf(db)
      const record: BackupRecord = {
        ...{
          format: 1,
          version: VERSION,
          began_at: began_at.toISOString(),
          ended_at: ended_at.toISOString(),
        },
        ...{ migrations: await appliedMigrations(db), database_bytes: bytes, key: printOf(secret_key) },
        ...{ settings: [...making.given], files },
      }
      await writeWhole(join(draft, RECORD), `${JSON.stringify(record, undefined, 1)}\n`)
      await syncFolder(draft)
      await rename(draft, folder)
      await syncFolder(backup_dir)
      await prune(making)
      return { folder, record }
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  } finally {
    await turn.end()
  }
}

/** Anchors first, so that the database has every link that they name. */
const copyAll = async (
  { data_dir, anchor_dir }: Making,
  turn: BackupTurn,
  { draft, bytes }: { draft: string; bytes: number },
): Promise<BackupRecord['files']> => {
  const anchors = await copyFolder(anchor_dir, draft, 'anchors')
  // The server writes as its own user, who may look into this folder alone.
  const root = realpathSync(join(data_dir, 'postgres'))
  await demandRoom(root, bytes)
  const written = join(root, 'backup.draft')
  await rm(written, { recursive: true, force: true })
  try {
    await turn.copyCluster(written)
    const archive = await copyFile(join(written, ARCHIVE), join(draft, ARCHIVE))
    return [
      { path: ARCHIVE, ...archive },
      ...anchors,
      ...(await copyFolder(join(data_dir, 'files'), draft, 'files')),
      ...(await copyFolder(mailFolder(data_dir), draft, 'mail')),
    ]
  } finally {
    await rm(written, { recursive: true, force: true })
  }
}

const sizeOf = async (db: Db): Promise<{ now: Date; bytes: number }> => {
  const { rows } = await sql<{ now: Date; bytes: string }>`
    SELECT clock_timestamp() AS now, sum(pg_database_size(oid))::bigint::text AS bytes FROM pg_database`.execute(
    db,
  )
  return { now: rows[0]?.now ?? new Date(), bytes: Number(rows[0]?.bytes) }
}

const writeWhole = async (file: string, text: string) => {
  const opened = await open(file, 'wx', 0o600)
  try {
    await opened.writeFile(text)
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** No backup takes a day. */
const DRAFT_MS_MAX = 86_400_000

const sweepDrafts = async (dir: string) => {
  const latest = nameAt(new Date(Date.now() - DRAFT_MS_MAX))
  for (const name of await readdir(dir)) {
    const begun = DRAFT.exec(name)?.[1]
    if (begun !== undefined && begun < latest) await rm(join(dir, name), { recursive: true, force: true })
  }
}

/** Those of another installation, known by its key, may lie in the same folder, and stay. */
const prune = async ({ backup_dir, secret_key, backup_keep }: Making) => {
  const own = (await backupsIn(backup_dir)).filter(({ record }) => record?.key === printOf(secret_key))
  for (const { folder } of own.slice(backup_keep)) {
    // Half deleted it must not pass for whole.
    await rm(join(folder, RECORD))
    await rm(folder, { recursive: true, force: true })
  }
}
