import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file within the archive, whose text is made while it is written. */
export type ZipEntry = { path: string; pieces: AsyncIterable<string> | Iterable<string> }

type Written = { path: Buffer; at: number; crc: number; size: number; packed_size: number }

/** What is known of an entry only once it is written stands behind it. */
const SIZES_BEHIND = 0x0008
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, the first day that the format has: the same rows make the same file. */
const DAY = 33

/**
 * A zip archive (APPNOTE 6.3), one entry after the other, of which no more is held than a stretch: the next entry is
 * asked for when the one before it is written. No part may have 4 GB: what is larger ends it, and is no whole file.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let at = 0
  for await (const { path, pieces } of entries) {
    const entry: Written = { path: Buffer.from(path), at, crc: 0, size: 0, packed_size: 0 }
    const head = headOf(entry)
    yield head
    for await (const bytes of packed(pieces, entry)) {
      entry.packed_size += bytes.length
      yield bytes
    }
    const sizes = sizesOf(entry)
    yield sizes
    at += head.length + entry.packed_size + sizes.length
    all.push(entry)
  }
  const directory = Buffer.concat(all.map(lineOf))
  yield directory
  yield endOf({ count: all.length, size: directory.length, at })
}

const packed = (pieces: ZipEntry['pieces'], entry: Written): AsyncIterable<Buffer> => {
  const deflate = createDeflateRaw()
  // What fails on the way here fails where the packed bytes are read.
  pipeline(Readable.from(counted(pieces, entry), { objectMode: false }), deflate, () => {})
  return deflate
}

async function* counted(pieces: ZipEntry['pieces'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** Numbers of two and of four bytes, the low one first; a number that does not fit throws. */
const fields = (...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    numbers.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

const SHARED = [
  [2, VERSION],
  [2, SIZES_BEHIND],
  [2, DEFLATED],
  [2, 0],
  [2, DAY],
] as const

const headOf = ({ path }: Written): Buffer =>
  Buffer.concat([fields([4, 0x04034b50], ...SHARED, [4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]), path])

const sizesOf = ({ crc, size, packed_size }: Written): Buffer =>
  fields([4, 0x08074b50], [4, crc], [4, packed_size], [4, size])

/** An entry's line in the directory at the end. */
const lineOf = ({ path, at, crc, size, packed_size }: Written): Buffer =>
  Buffer.concat([
    fields([4, 0x02014b50], [2, VERSION], ...SHARED, [4, crc], [4, packed_size], [4, size]),
    fields([2, path.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
    path,
  ])

const endOf = ({ count, size, at }: { count: number; size: number; at: number }): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])
