import { createHash, randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { isOutcomeUnknown } from '../platform/db/trouble.ts'
import { type Files, fileTooLarge } from '../platform/files/files.ts'

/** Up to here a copy stays in memory, so that small files cost no disk. */
const MEMORY_BYTES_MAX = 1_000_000

/** A file that was kept whole: where, its SHA-256 (hex) and its length. */
export type Kept = { file_key: string; file_hash: string; file_bytes: number }

/**
 * Copies a file while somebody else reads it: `through` answers the same bytes, and fails as too_large beyond
 * `bytes_max`. Afterwards `keep` makes the copy last, or `discard` throws it away.
 */
export const openCopy = (files: Files, bytes_max: number) => {
  const file_key = `imports/${randomUUID()}.csv`
  const hash = createHash('sha256')
  const copy = new PassThrough()
  // It fails when its file does, of which `putting` tells.
  copy.on('error', () => {})
  let bytes = 0
  let putting: Promise<number> | undefined
  const beginPut = () => {
    if (putting) return putting
    putting = files.put(file_key, copy, { content_type: 'text/csv', bytes_max })
    // Whoever keeps it hears of it.
    putting.catch(() => {})
    return putting
  }
  const write = async (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > bytes_max) throw fileTooLarge(bytes_max)
    hash.update(chunk)
    if (copy.destroyed) await putting
    const room = copy.write(chunk)
    if (bytes > MEMORY_BYTES_MAX) beginPut()
    if (!room && putting) await Promise.race([drained(copy), putting])
  }
  return {
    through: async function* (content: AsyncIterable<Uint8Array>) {
      for await (const chunk of content) {
        await write(chunk)
        yield chunk
      }
    },
    keep: async (): Promise<Kept> => {
      copy.end()
      await beginPut()
      return { file_key, file_hash: hash.digest('hex'), file_bytes: bytes }
    },
    /** Nothing of it is left, whatever was written so far. */
    discard: async () => {
      copy.destroy()
      await putting?.then(
        () => files.remove(file_key),
        () => {},
      )
    },
  }
}

export type Copy = ReturnType<typeof openCopy>

/** Does what ends by storing an import of the copy; where it fails the copy is discarded, unless one may be stored. */
export const orDiscard = async <T>(copy: Copy, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isOutcomeUnknown(error)) await copy.discard()
    throw error
  }
}

const drained = (stream: PassThrough) => new Promise<void>((resolve) => stream.once('drain', resolve))
