import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../platform/env/start-error.ts'
import { noneIfAbsent, undefinedIfAbsent } from '../../platform/files/absent.ts'
import type { BackupRecord } from './record.ts'

type Copied = BackupRecord['files'][number]

/**
 * Copies what lies below `from`, without what begins with a dot: drafts, as nobody names them yet. A file that goes
 * meanwhile is left out. On the disk when this resolves; `under` is where it lies within the backup.
 */
export const copyFolder = async (from: string, to: string, under: string): Promise<Copied[]> =>
  copyFiles({ from, files: await filesBelow(from) }, to, under)

/** As `copyFolder`, of those alone that are named. */
export const copyFiles = async (
  { from, files }: { from: string; files: readonly string[] },
  to: string,
  under: string,
): Promise<Copied[]> => {
  const copied: Copied[] = []
  for (const file of files) {
    const one = await copyFile(join(from, file), join(to, under, file)).catch(undefinedIfAbsent)
    if (one) copied.push({ path: `${under}/${file}`, ...one })
  }
  return copied
}

/** Copies one file, to where there is none, and tells its bytes and SHA-256 as they were read. */
export const copyFile = async (from: string, to: string): Promise<Omit<Copied, 'path'>> => {
  const source = await open(from, 'r')
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const read = source.createReadStream({ autoClose: false, highWaterMark: 1_048_576 })
      for await (const piece of read) {
        hash.update(piece)
        bytes += piece.length
        // All of it: `write` alone may write less, on a disk that is just full.
        await target.writeFile(piece)
      }
      await target.sync()
    } finally {
      await target.close()
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await source.close()
  }
}

/** Relative, in the order of their names. */
const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfAbsent)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')))
    .toSorted()
}

/** Reads every file that the record names; throws a StartError at the first that is not as it was. */
export const verifyFiles = async (folder: string, { files }: Pick<BackupRecord, 'files'>): Promise<void> => {
  for (const { path, bytes, sha256 } of files) {
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const piece of createReadStream(join(folder, path))) {
        hash.update(piece)
        read += piece.length
      }
    } catch (error) {
      throw new StartError(`${join(folder, path)} cannot be read: the backup is spoiled.`, { cause: error })
    }
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw new StartError(`${join(folder, path)} is not what was backed up: the backup is spoiled.`)
  }
}

/** What keeps a database alive that goes on being written. */
const SPARE_BYTES = 500_000_000

/** Throws a StartError where there is no room for so many bytes, and some more, on the disk of a folder. */
export const demandRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes + SPARE_BYTES) return
  const [needed, free] = [bytes + SPARE_BYTES, bavail * bsize].map((n) => (n / 1e9).toFixed(1))
  throw new StartError(`There is not enough room on the disk of ${folder}: ${free} GB of ${needed} GB.`)
}

export const bytesBelow = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const file of await filesBelow(folder))
    bytes += (await stat(join(folder, file)).catch(undefinedIfAbsent))?.size ?? 0
  return bytes
}

/** What was renamed or made in a folder outlives a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
