import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Files } from '../files/files.ts'
import type { Probe } from '../http/health.ts'

const KEY = 'disk-probe'
/** More than fits into a folder's entry, and nothing that could be compressed: a full disk must notice. */
const BYTES = randomBytes(8_192)

/** Writes a small file, waits until it is on the disk, and removes it. Throws when the disk refuses. */
export const diskProbe =
  (files: Files): Probe =>
  async () => {
    const kind = { content_type: 'application/octet-stream', bytes_max: BYTES.length }
    await files.put(KEY, Readable.from([BYTES]), kind)
    await files.remove(KEY)
    return true
  }
