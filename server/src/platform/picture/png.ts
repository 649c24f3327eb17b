import { crc32 } from 'node:zlib'
import { type Picture, pictureOf } from './picture.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Size, palette, transparency, pixels, end (PNG 3rd edition, 11.2 and 11.3.1). */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const HEADER_BYTES = 13
/** Length before, name, checksum behind. */
const FRAME_BYTES = 12

/** Reads chunk by chunk up to IEND. Undefined for other files, and where one is cut off or does not add up. */
export const readPng = (bytes: Buffer): Picture | undefined => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const kept: Buffer[] = [SIGNATURE]
  const names = new Set<string>()
  let at = SIGNATURE.length
  while (at + FRAME_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    const first = names.size === 0
    if (first !== (name === 'IHDR') || (first && length !== HEADER_BYTES)) return undefined
    names.add(name)
    if (KEPT.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return names.has('IDAT') ? sized(bytes, Buffer.concat(kept)) : undefined
    at = end
  }
  return undefined
}

/** Width and height are the first things in the header. */
const sized = (source: Buffer, bytes: Buffer) =>
  pictureOf({
    content_type: 'image/png',
    width: source.readUInt32BE(SIGNATURE.length + 8),
    height: source.readUInt32BE(SIGNATURE.length + 12),
    bytes,
  })
