import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { isWorldEvent } from './event-shape.ts'
import type { WorldEvent } from './records.ts'

/** A part of the journal that is no event: its first byte and the one after its last. */
export type BrokenPart = { from: number; to: number }

const NEWLINE = 0x0a
const BLANK = 0x20
const BRACE = 0x7d
/** A blank and eight hexadecimal digits. */
const CHECKSUM_BYTES = 9
/** How every line begins. Inside of a text JSON escapes the quotes, so it is found nowhere else. */
const BEGINNING = '{"kind":"'

/** An event as one line: JSON, a blank, the CRC-32 of the JSON, a line's end. */
export const writeLine = (event: WorldEvent): Buffer => {
  const json = Buffer.from(JSON.stringify(event))
  return Buffer.concat([json, Buffer.from(`${checksum(json)}\n`)])
}

/**
 * The events of a journal in order, and its parts that are none. Lines of earlier versions have no checksum; blanks
 * stand for what was put aside; what follows the last line's end was torn.
 */
export const readLines = (bytes: Buffer): { events: WorldEvent[]; broken: BrokenPart[] } => {
  const events: WorldEvent[] = []
  const broken: BrokenPart[] = []
  let from = 0
  for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
    while (bytes[from] === BLANK) from += 1
    const found = readLine(bytes.subarray(from, to))
    if (found) events.push(found.event)
    const broken_to = found ? from + found.at : to
    if (broken_to > from) broken.push({ from, to: broken_to })
    from = to + 1
  }
  if (from < bytes.length) broken.push({ from, to: bytes.length })
  return { events, broken }
}

/** A line that was torn may hold the next one, whole, at its end. */
const readLine = (line: Buffer): { event: WorldEvent; at: number } | undefined => {
  for (const at of [0, line.lastIndexOf(BEGINNING)]) {
    const event = at < 0 ? undefined : readEvent(line.subarray(at))
    if (event) return { event, at }
  }
  return undefined
}

const readEvent = (line: Buffer): WorldEvent | undefined => {
  const unchecked = line.at(-1) === BRACE
  const json = unchecked ? line : line.subarray(0, -CHECKSUM_BYTES)
  if (!unchecked && checksum(json) !== line.subarray(json.length).toString('latin1')) return undefined
  const value = isUtf8(json) ? parse(json.toString('utf8')) : undefined
  return isWorldEvent(value) ? value : undefined
}

const checksum = (json: Buffer): string =>
  ` ${crc32(json)
    .toString(16)
    .padStart(CHECKSUM_BYTES - 1, '0')}`

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
