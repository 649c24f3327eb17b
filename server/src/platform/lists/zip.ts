import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file within the archive, whose text is made while it is written. */
export type ZipEntry = { path: string; pieces: AsyncIterable<string> | Iterable<string> }

/** The first day that the format has: the same rows make the same file. */
const SAME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/**
 * A zip archive, one entry after the other, of which no more is held than a stretch: the next entry is asked for when
 * the one before it is read. Nothing is begun before somebody asks for the bytes, or goes on after they have left.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  // A PassThrough, declared as less.
  const bytes = zip.outputStream as Readable
  zip.on('error', (error: Error) => bytes.destroy(error))
  const added = addAll(zip, entries, bytes)
  yield* bytes
  await added
}

const addAll = async (zip: ZipFile, entries: AsyncIterable<ZipEntry>, bytes: Readable): Promise<void> => {
  try {
    for await (const { path, pieces } of entries) {
      const file = Readable.from(pieces, { objectMode: false })
      const leave = () => file.destroy()
      bytes.once('close', leave)
      zip.addReadStream(file, path, SAME)
      await finished(file)
      bytes.off('close', leave)
    }
    zip.end()
  } catch (error) {
    bytes.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
