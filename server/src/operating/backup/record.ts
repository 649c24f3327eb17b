import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { keyedHash } from '../../platform/crypto/keyed-hash.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { noneIfAbsent } from '../../platform/files/absent.ts'

/** Written last: a folder without it is no backup. */
export const RECORD = 'backup.json'
/** All databases of the server, as it wrote them. */
export const ARCHIVE = 'base.tar.gz'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Relative, and nowhere but below its folder. */
const path = z
  .string()
  .max(1_000)
  .refine((text) => text.split('/').every((part) => part !== '' && part !== '.' && part !== '..'))

const BackupRecord = z.object({
  format: z.literal(1),
  /** Of Lulus. */
  version: z.string().max(100),
  /** Where it was made; absent where that was not written down yet. */
  host: z.string().max(300).optional(),
  data_dir: z.string().max(4_096).optional(),
  /** By the clock of the database; all that was committed by the first is in it. UTC. */
  began_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** Which migrations the database knew. */
  migrations: z.array(z.string().max(200)),
  /** What the database takes on a disk. */
  database_bytes: z.number().int().nonnegative(),
  /** By which the secret key is known again; tells nothing of it. */
  key: z.string().max(100),
  /** Which variables of the environment were set: the settings of a start are in no backup. */
  settings: z.array(z.string().max(200)),
  files: z.array(z.object({ path, bytes: z.number().int().nonnegative(), sha256: hash })),
})
export type BackupRecord = z.infer<typeof BackupRecord>

/** One that lies in a folder; `record` is undefined where it cannot be read. */
export type Backup = { name: string; folder: string; record: BackupRecord | undefined }

const NAME = /^lulus-\d{8}T\d{6}Z$/
/** What is being written, or was when it was killed. */
export const DRAFT = /^(lulus-\d{8}T\d{6}Z)\.draft$/

/** `lulus-20261129T183000Z`, UTC. */
export const nameAt = (at: Date): string => `lulus-${stampOf(at)}`

/** `20261129T183000Z`, UTC. */
export const stampOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** The backups in a folder, the newest first; none where there is no such folder. */
export const backupsIn = async (dir: string): Promise<Backup[]> =>
  Promise.all((await namesIn(dir)).map((name) => readBackup(join(dir, name))))

const namesIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir).catch(noneIfAbsent))
    .filter((name) => NAME.test(name))
    .toSorted()
    .reverse()

/** Whether it was made on this machine, of this data folder: one put back elsewhere has the same key. */
export const isMadeHere = ({ host, data_dir }: BackupRecord, here: string): boolean =>
  (host === undefined || host === hostname()) && (data_dir === undefined || data_dir === here)

/** The newest whole one in a folder that was made here; undefined where there is none. Reads no older ones. */
export const newestBackup = async (places: {
  backup_dir: string
  data_dir: string
}): Promise<(Backup & { record: BackupRecord }) | undefined> => {
  for (const name of await namesIn(places.backup_dir)) {
    const { record, ...backup } = await readBackup(join(places.backup_dir, name))
    if (record && isMadeHere(record, places.data_dir)) return { ...backup, record }
  }
  return undefined
}

/** Seconds since what it holds; below 0 where the clock was ahead. */
export const ageOf = ({ record }: { record: BackupRecord }, now: Date): number =>
  (now.getTime() - Date.parse(record.began_at)) / 1_000

/** Where the backup lies that somebody names: below the folder of all, or at a path. */
export const folderOf = (backup_dir: string, name: string): string =>
  name.includes('/') ? resolve(name) : join(backup_dir, name)

const readBackup = async (folder: string): Promise<Backup> => {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => '')
  return { name: basename(folder), folder, record: BackupRecord.safeParse(parsed(text)).data }
}

/** Throws a StartError where it is no backup, or its record cannot be read. */
export const demandBackup = async (folder: string): Promise<Backup & { record: BackupRecord }> => {
  const { record, ...backup } = await readBackup(folder)
  if (!record)
    throw new StartError(`There is no whole backup in ${folder}. These are all: npm run lulus -- backup list`)
  return { ...backup, record }
}

/** By which a key is known again. */
export const printOf = (secret_key: string): string =>
  keyedHash(secret_key, 'lulus backup', 'which key').slice(0, 16)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
