import { type Picture, pictureOf } from './picture.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Huffman tables, quantization tables, restart interval. */
const TABLES = new Set([0xc4, 0xdb, 0xdd])
/** Marker and length. */
const FRAME_BYTES = 4

/** Reads segment by segment up to the end marker. Undefined for other files, and where one is cut off. */
export const readJpeg = (bytes: Buffer): Picture | undefined => {
  if (bytes[0] !== 0xff || bytes[1] !== START) return undefined
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let scanned = false
  let at = 2
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END) {
      const whole = Buffer.concat([...kept, bytes.subarray(at, at + 2)])
      return size && scanned ? pictureOf({ content_type: 'image/jpeg', ...size, bytes: whole }) : undefined
    }
    const end = segmentEnd(bytes, at, marker)
    if (end === undefined) return undefined
    if (isFrame(marker)) {
      // A second one would say another size.
      if (size || end - at < FRAME_BYTES + 5) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker === SCAN) scanned = true
    if (isNeeded(bytes.subarray(at, end), marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

/** Where a segment ends, the coded pixels behind the head of a scan included. Fill bytes are taken one by one. */
const segmentEnd = (bytes: Buffer, at: number, marker: number): number | undefined => {
  if (marker === 0xff) return at + 1
  if (marker < 0xc0 || marker === START || isRestart(marker) || at + FRAME_BYTES > bytes.length)
    return undefined
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  if (length < 2 || end > bytes.length) return undefined
  return marker === SCAN ? pixelsEnd(bytes, end) : end
}

/** The next marker that is no part of the pixels: in them 0xff is followed by 0x00 or a restart. */
const pixelsEnd = (bytes: Buffer, start: number): number | undefined => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && !isRestart(next)) return at
  }
  return undefined
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** The heads of a frame, in all ways of coding; among their numbers are three of other things. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Tables, restarts and pixels; of what applications add, only Adobe's twelve bytes bear on the colours. */
const isNeeded = (segment: Buffer, marker: number) => {
  if (marker === 0xee) return segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe'
  return isFrame(marker) || TABLES.has(marker) || marker === SCAN
}
