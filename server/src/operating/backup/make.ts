import { realpathSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time/units.ts'
import { anchorFolder } from '../../evidence/anchor-folder.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BackupTurn, takeBackupTurn } from '../../platform/db/embedded/backup-turn.ts'
import { appliedMigrations } from '../../platform/db/migrate.ts'
import type { Connection } from '../../platform/db/pool.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { mailFolder } from '../../platform/mail/mail.ts'
import { opensAll, readSealed } from '../../secrets/key.ts'
import { VERSION } from '../../session/version.ts'
import { bytesBelow, copyFile, copyFiles, copyFolder, demandRoom, syncFolder } from './copy.ts'
import {
  ARCHIVE,
  type BackupRecord,
  backupsIn,
  DRAFT,
  isMadeHere,
  nameAt,
  printOf,
  RECORD,
} from './record.ts'

export type BackupPlaces = { data_dir: string; anchor_dir: string; backup_dir: string }

/** `backup_keep`: how many backups of this installation stay. `given`: the names of what the environment sets. */
export type Making = BackupPlaces & {
  db: Db
  connection: Connection
  secret_key: string
  backup_keep: number
  given: readonly string[]
}

/** `undeleted`: older ones than are to stay, which cannot be deleted, and why. */
export type Made = {
  folder: string
  record: BackupRecord
  undeleted: readonly { folder: string; why: string }[]
}

/**
 * Backs the embedded database up, while it is used, and after it what it names: a file too many does no harm. Answers
 * the folder. Killed, it leaves a draft that a later one sweeps. Throws a StartError while another one is under way,
 * where the key is not that of the database, and where there is no room.
 */
export const makeBackup = async (making: Making): Promise<Made> => {
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
    const name = nameAt(began_at)
    const folder = join(backup_dir, name)
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
        ...{ host: hostname(), data_dir },
        ...{ migrations: await appliedMigrations(db), database_bytes: bytes, key: printOf(secret_key) },
        ...{ settings: [...making.given], files },
      }
      await writeWhole(join(draft, RECORD), `${JSON.stringify(record, undefined, 1)}\n`)
      await syncFolder(draft)
      await rename(draft, folder)
      await syncFolder(backup_dir)
      return { folder, record, undeleted: await prune(making, name) }
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
  // Other things may lie there, as on a share: even the backups.
  const named = { from: anchor_dir, files: await anchorFolder(anchor_dir).list() }
  const anchors = await copyFiles(named, draft, 'anchors')
  // The server writes as its own user, who may look into this folder alone.
  const root = realpathSync(join(data_dir, 'postgres'))
  const written = join(root, 'backup.draft')
  // What one that was killed left there takes the very room that is asked for.
  await rm(written, { recursive: true, force: true })
  await demandRoom(root, bytes)
  return [
    { path: ARCHIVE, ...(await copyDatabase(turn, written, join(draft, ARCHIVE))) },
    ...anchors,
    ...(await copyFolder(join(data_dir, 'files'), draft, 'files')),
    ...(await copyFolder(mailFolder(data_dir), draft, 'mail')),
  ]
}

/** Nothing of it stays on the disk of the database while files are copied, which takes longest. */
const copyDatabase = async (turn: BackupTurn, written: string, to: string) => {
  try {
    await turn.copyCluster(written)
    return await copyFile(join(written, ARCHIVE), to)
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

/** No backup takes so long, and the next night's finds what one that was killed has left. */
const DRAFT_MS_MAX = 12 * HOUR_MS

const sweepDrafts = async (dir: string) => {
  const latest = nameAt(new Date(Date.now() - DRAFT_MS_MAX))
  for (const name of await readdir(dir)) {
    const begun = DRAFT.exec(name)?.[1]
    if (begun !== undefined && begun < latest) await rm(join(dir, name), { recursive: true, force: true })
  }
}

/**
 * Deletes what is older than those to keep, the one just made among them. Those of another installation may lie in the
 * same folder, and stay; so do those of a time to come, from when the clock was ahead.
 */
const prune = async ({ backup_dir, data_dir, secret_key, backup_keep }: Making, made: string) => {
  const key = printOf(secret_key)
  const own = (await backupsIn(backup_dir)).filter(
    ({ name, record }) => name <= made && record?.key === key && isMadeHere(record, data_dir),
  )
  const undeleted: { folder: string; why: string }[] = []
  for (const { folder } of own.slice(backup_keep)) {
    try {
      // Half deleted it must not pass for whole.
      await rm(join(folder, RECORD))
      await rm(folder, { recursive: true, force: true })
    } catch (error) {
      // The disk may keep what it has; the backup is made all the same.
      undeleted.push({ folder, why: error instanceof Error ? error.message : String(error) })
    }
  }
  return undeleted
}
