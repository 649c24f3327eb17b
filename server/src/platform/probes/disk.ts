import { randomBytes } from 'node:crypto'
import { localFiles } from '../files/files.ts'
import type { Probe } from '../http/health.ts'

const KEY = 'disk-probe'
/** More than fits into a folder's entry, and nothing that could be compressed: a full disk must notice. */
const BYTES = randomBytes(8_192)

/** Writes a small file in the folder, waits until it is on the disk, and removes it. Throws when the disk refuses. */
export const diskProbe = (dir: string): Probe => {
  const files = localFiles(dir)
  return async () => {
    await files.put(KEY, BYTES, 'application/octet-stream')
    await files.remove(KEY)
    return true
  }
}
