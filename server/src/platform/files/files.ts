import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { ProblemError } from '#domain/problems.ts'
import { assertOutsideTransaction } from '../db/database.ts'
import { isAbsent } from './absent.ts'

/** `content` must be read to its end or destroyed by whoever asked for it; `bytes` is its length. */
export type StoredFile = { content: Readable; bytes: number; content_type: string }

/**
 * A file of more than `bytes_max` is refused as too_large, and one that might leave less than `left_free` bytes of the
 * disk as if there were no room for it.
 */
export type FileKind = { content_type: string; bytes_max: number; left_free?: number }

/**
 * Where files live, by a key `part/part/name.ext` of letters, digits, `.`, `_` and `-`; anything else throws. No key
 * may be the folder of another. What is promised, by a folder as by any S3 store:
 *
 * - `put` ends when the whole file will outlive a power cut; until then, and for good if the stream fails, is aborted
 *   or is too long, the key has what it had before. Of several writers one wins, whole. It answers the length.
 *   Throws `unavailable` where there is no room for it, or the disk takes no files.
 * - `get` finds what was put last, null if nothing. A file that is replaced or removed meanwhile is read to its end.
 * - `remove` may be repeated, and needs no file.
 * - `sweep` throws away what was begun but not written on since an instant (its writer was killed); answers how many.
 *
 * There is no list, no renaming and no writing at an end: what there is stands in the database.
 */
export type Files = {
  put(key: string, content: Readable, kind: FileKind): Promise<number>
  get(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
  sweep(before: Date): Promise<number>
}

/** Files in a folder of this machine. The content type stands in the first line, so both change together. */
export const localFiles = (dir: string): Files => ({
  put: async (key, content, kind) => {
    try {
      return await putFile(dir, pathOf(dir, key), content, kind)
    } catch (error) {
      content.destroy()
      throw diskTrouble(error) ?? error
    }
  },
  get: async (key) => {
    const file = await open(pathOf(dir, key), 'r').catch(absentIsNull)
    try {
      return file && (await openContent(file))
    } catch (error) {
      await file?.close()
      throw error
    }
  },
  remove: async (key) => rm(pathOf(dir, key), { force: true }),
  sweep: async (before) => {
    const drafts = join(dir, DRAFTS)
    let gone = 0
    for (const name of (await readdir(drafts).catch(absentIsNull)) ?? []) {
      const draft = await stat(join(drafts, name)).catch(absentIsNull)
      if (!draft || draft.mtime >= before) continue
      await rm(join(drafts, name), { force: true })
      gone += 1
    }
    return gone
  },
})

/** No key begins with a dot. */
const DRAFTS = '.drafts'
const KEY_LENGTH_MAX = 300
const CONTENT_TYPE_LENGTH_MAX = 200
const NEW_LINE = 0x0a

const pathOf = (dir: string, key: string) => {
  assertOutsideTransaction('files')
  const parts = key.split('/')
  const sound = parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/.test(part))
  if (!sound || key.length > KEY_LENGTH_MAX) throw new Error(`Not a file key: ${key.slice(0, 80)}`)
  return join(dir, ...parts)
}

const putFile = async (dir: string, path: string, content: Readable, kind: FileKind): Promise<number> => {
  const { content_type, bytes_max } = kind
  if (content_type.length > CONTENT_TYPE_LENGTH_MAX || !/^[\x20-\x7e]+$/.test(content_type))
    throw new Error(`Not a content type: ${content_type}`)
  const folder = dirname(path)
  await mkdir(join(dir, DRAFTS), { recursive: true })
  const first_made = await mkdir(folder, { recursive: true })
  await keepFree(folder, kind)
  const draft = join(dir, DRAFTS, randomUUID())
  let bytes = 0
  const bounded = async function* () {
    yield `${content_type}\n`
    for await (const chunk of content) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > bytes_max) throw fileTooLarge(bytes_max)
      yield chunk
    }
  }
  try {
    await writeThrough(draft, bounded())
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolders(folder, first_made)
  return bytes
}

/** Throws what the system does where there is no room at all. */
const keepFree = async (folder: string, { bytes_max, left_free }: FileKind) => {
  if (left_free === undefined) return
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes_max >= left_free) return
  throw Object.assign(new Error(`Less than ${left_free} bytes would be left.`), { code: 'ENOSPC' })
}

export const fileTooLarge = (bytes_max: number) =>
  new ProblemError({
    kind: 'too_large',
    code: 'too_large',
    message: `The file is larger than the ${bytes_max.toLocaleString('en')} bytes allowed here.`,
  })

/** There is room again only after somebody made some. */
const RETRY_AFTER_S = 60
const DISK_FULL = 'disk_full'
const FULL = 'There is no room left for this file on the disk of the server. Please try again later.'
const READ_ONLY = 'The disk of the server takes no files at present. Please try again later.'
/** What the system says of the disk, and nothing is wrong with the file. */
const DISK_TROUBLES = new Map([
  ['ENOSPC', { code: DISK_FULL, message: FULL }],
  ['EDQUOT', { code: DISK_FULL, message: FULL }],
  ['EROFS', { code: 'disk_read_only', message: READ_ONLY }],
])

const diskTrouble = (error: unknown) => {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const trouble = DISK_TROUBLES.get(String(error.code))
  if (!trouble) return undefined
  const problem = { kind: 'unavailable', ...trouble, retry_after_s: RETRY_AFTER_S } as const
  return new ProblemError(problem, { cause: error.message }, error)
}

/** Whether a file was not put because there is no room for it. */
export const isFull = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === DISK_FULL

const writeThrough = async (path: string, content: AsyncIterable<string | Uint8Array>) => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Without this a power cut may forget the rename although the bytes are on disk, and so it may the folders that were
 * made for it, of which `first_made` is the uppermost.
 */
const syncFolders = async (folder: string, first_made: string | undefined) => {
  const top = first_made === undefined ? folder : dirname(first_made)
  for (let at = folder; at.length >= top.length; at = dirname(at)) {
    const opened = await open(at, 'r')
    try {
      await opened.sync()
    } finally {
      await opened.close()
    }
  }
}

const openContent = async (file: FileHandle): Promise<StoredFile> => {
  const head = Buffer.alloc(CONTENT_TYPE_LENGTH_MAX + 1)
  await file.read(head, 0, head.length, 0)
  const start = head.indexOf(NEW_LINE) + 1
  return {
    content: file.createReadStream({ start }),
    bytes: (await file.stat()).size - start,
    content_type: head.toString('latin1', 0, start - 1),
  }
}

const absentIsNull = (error: unknown) => {
  if (isAbsent(error)) return null
  throw error
}
