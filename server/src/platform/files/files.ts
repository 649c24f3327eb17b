import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertOutsideTransaction } from '../db/database.ts'

export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; content_type: string }

/** Where documents' files live. `put` replaces whole files; `get` answers null for an absent key. */
export type Files = {
  put(key: string, bytes: Uint8Array, content_type: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
}

/**
 * Files in a folder of this machine. A key is `part/part/name.ext` of letters, digits, `.`, `_`, `-`; anything
 * else throws. The content type stands in the first line of the stored file, so both change together.
 */
export const localFiles = (dir: string): Files => ({
  put: async (key, bytes, content_type) => {
    const path = pathOf(dir, key)
    if (!/^[\x20-\x7e]{1,200}$/.test(content_type)) throw new Error(`Not a content type: ${content_type}`)
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${randomBytes(6).toString('hex')}~`
    try {
      await writeThrough(draft, Buffer.concat([Buffer.from(`${content_type}\n`), bytes]))
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(dirname(path))
  },
  get: async (key) => {
    const stored = await readFile(pathOf(dir, key)).catch(absentIsNull)
    if (stored === null) return null
    const end = stored.indexOf(0x0a)
    return {
      content_type: stored.toString('latin1', 0, end),
      bytes: new Uint8Array(stored.subarray(end + 1)),
    }
  },
  remove: async (key) => rm(pathOf(dir, key), { force: true }),
})

const KEY_LENGTH_MAX = 300

const pathOf = (dir: string, key: string) => {
  assertOutsideTransaction('files')
  const parts = key.split('/')
  const sound = parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/.test(part))
  if (!sound || key.length > KEY_LENGTH_MAX) throw new Error(`Not a file key: ${key.slice(0, 80)}`)
  return join(dir, ...parts)
}

const writeThrough = async (path: string, bytes: Uint8Array) => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without this a power cut may forget the rename although the bytes are on disk. */
const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const absentIsNull = (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
