import { isAscii, isUtf8 } from 'node:buffer'
import { invalidFields } from '#domain/problems.ts'

/** In what a file is written, as its sender is told. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

/** What is no text at all, by its first bytes. */
const OTHERS: readonly [bytes: number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or a ZIP archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x1f, 0x8b], 'compressed (gzip)'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
]
const MAGIC_BYTES = 4
const UTF_8_BOM = [0xef, 0xbb, 0xbf]
const UTF_16: readonly [bytes: number[], label: string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const HOW = 'Save it as “CSV UTF-8 (comma delimited)”.'

const refuse = (message: string) => invalidFields({ file: [message] })

/**
 * The text of a file, piece by piece as its bytes arrive. `tell` hears the encoding before the last piece: by its mark,
 * UTF-8 where that fits, else Windows-1252 as old spreadsheets save it. Nothing is ever replaced: throws invalid_fields
 * for what is none of these, and for UTF-8 with broken bytes.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  tell: (encoding: Encoding) => void,
): AsyncGenerator<string> {
  const pieces = withHead(bytes)
  const first = (await pieces.next()).value ?? Buffer.alloc(0)
  const other = OTHERS.find(([mark]) => begins(first, mark))
  if (other) throw refuse(`This file is ${other[1]}, not CSV. ${HOW}`)
  const utf_16 = UTF_16.find(([mark]) => begins(first, mark))
  const marked = begins(first, UTF_8_BOM)
  const rest = all(first.subarray(utf_16 ? 2 : marked ? 3 : 0), pieces)
  if (utf_16) {
    tell('UTF-16')
    yield* decodeUtf16(rest, utf_16[1])
  } else yield* decodeBytes(rest, { marked, tell })
}

const begins = (bytes: Buffer, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** The same bytes; the first piece is long enough to be judged by its marks, unless the file is shorter. */
async function* withHead(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (!head) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < MAGIC_BYTES) continue
      yield head
      head = undefined
    }
  }
  if (head) yield head
}

async function* all(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

async function* decodeUtf16(bytes: AsyncIterable<Buffer>, label: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true })
  const decoded = (piece?: Buffer) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw refuse(`The file begins like UTF-16, but is not. ${HOW}`)
    }
  }
  const decode = (piece?: Buffer) => {
    const text = decoded(piece)
    // PostgreSQL stores it in no text and no JSON.
    if (text.includes('\u0000')) throw refuse(`The file holds NUL, which is part of no text. ${HOW}`)
    return text
  }
  for await (const piece of bytes) yield decode(piece)
  yield decode()
}

type Marked = { marked: boolean; tell: (encoding: Encoding) => void }

/**
 * Until something other than ASCII comes both encodings are the same, so the first of it decides. A file with
 * characters of UTF-8 beside other bytes is broken UTF-8: read as Windows-1252 the good ones would be wrong.
 */
async function* decodeBytes(bytes: AsyncIterable<Buffer>, { marked, tell }: Marked): AsyncGenerator<string> {
  let encoding: Encoding | undefined = marked ? 'UTF-8' : undefined
  let line = 1
  let held: Buffer = Buffer.alloc(0)
  const windows_1252 = openWindows1252()
  const decode = (piece: Buffer): string => {
    const nul = piece.indexOf(0)
    if (nul >= 0) throw unmarked(line + linesBefore(piece, nul))
    if (isUtf8(piece) && (encoding !== 'Windows-1252' || isAscii(piece))) {
      if (!isAscii(piece)) encoding = 'UTF-8'
      return encoding === 'Windows-1252' ? windows_1252(piece, line) : piece.toString('utf8')
    }
    const mixed = encoding === 'UTF-8' || /[^\p{ASCII}\ufffd]/u.test(piece.toString('utf8'))
    if (mixed) throw broken(line + linesBefore(piece, firstBroken(piece)))
    encoding = 'Windows-1252'
    return windows_1252(piece, line)
  }
  for await (const chunk of bytes) {
    const piece = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    const end = endOfCharacters(piece)
    const text = decode(piece.subarray(0, end))
    line += linesBefore(piece, end)
    held = piece.subarray(end)
    if (text !== '') yield text
  }
  if (held.length > 0) yield decode(held)
  tell(encoding ?? 'UTF-8')
}

const unmarked = (line: number) =>
  refuse(`Line ${line} of the file holds NUL: this may be UTF-16 without its mark. ${HOW}`)

const broken = (line: number) =>
  refuse(`Line ${line} of the file holds bytes that are not UTF-8, though others of it are. ${HOW}`)

/** European words have a few such letters in a row at most; in Chinese or Tamil encodings nearly all are. */
const FOREIGN_RUN = /[^\p{ASCII}]{5}/u
const RUN_CHARS = 5
/** Bytes that Windows-1252 does not use. */
const UNUSED = /[\u0081\u008d\u008f\u0090\u009d]/

/** Reads pieces that follow each other. Throws invalid_fields for what is no European language. */
const openWindows1252 = () => {
  const decoder = new TextDecoder('windows-1252')
  let before = ''
  return (piece: Buffer, line: number): string => {
    const text = decoder.decode(piece)
    const seen = before + text
    const at = UNUSED.test(seen) ? seen.search(UNUSED) : seen.search(FOREIGN_RUN)
    if (at >= 0) {
      const place = line + linesBefore(piece, at - before.length)
      throw refuse(`Line ${place} of the file is in an encoding that cannot be told. ${HOW}`)
    }
    before = seen.slice(1 - RUN_CHARS)
    return text
  }
}

const LINE_FEED = 10

const linesBefore = (piece: Buffer, end: number): number => {
  let lines = 0
  for (let at = piece.indexOf(LINE_FEED); at >= 0 && at < end; at = piece.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}

/** The first byte from which on the piece is no UTF-8: of halves the one that is wrong, again and again. */
const firstBroken = (piece: Buffer): number => {
  let [good, bad] = [0, piece.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const end = endOfCharacters(piece.subarray(0, middle))
    if (isUtf8(piece.subarray(0, end))) good = middle
    else bad = middle
  }
  return good
}

/** Where the last whole character of UTF-8 ends: the bytes of one that goes on in the next piece are kept for it. */
const endOfCharacters = (piece: Buffer): number => {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const byte = piece[piece.length - back] ?? 0
    if (byte < 0x80) return piece.length
    if (byte < 0xc0) continue
    const bytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return bytes > back ? piece.length - back : piece.length
  }
  return piece.length
}
