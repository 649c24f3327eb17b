import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { keyedHash } from '../../platform/crypto/keyed-hash.ts'
import { StartError } from '../../platform/env/start-error.ts'

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
export const backupsIn = async (dir: string): Promise<Backup[]> => {
  const names = (await readdir(dir).catch(noneIfAbsent)).filter((name) => NAME.test(name))
  return Promise.all(
    names
      .toSorted()
      .reverse()
      .map((name) => readBackup(join(dir, name))),
  )
}

/** Seconds since what the newest whole backup in a folder holds; undefined where there is none. */
export const backupAge = async (dir: string, now: Date): Promise<number | undefined> => {
  const began = (await backupsIn(dir)).find(({ record }) => record)?.record?.began_at
  return began === undefined ? undefined : (now.getTime() - Date.parse(began)) / 1_000
}

export const readBackup = async (folder: string): Promise<Backup> => {
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

export const noneIfAbsent = (error: unknown): never[] => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
