import type { Picture } from './picture.ts'

const HEAD_BYTES = 12
/** Name and length of a chunk. */
const FRAME_BYTES = 8
/** In the head of an extended file: there is transparency. */
const ALPHA = 0x10

type Size = { width: number; height: number }

/** Reads chunk by chunk up to the pixels. Undefined for other files, for films, and where one is cut off. */
export const readWebp = (bytes: Buffer): Picture | undefined => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  let alpha: Buffer | undefined
  let at = HEAD_BYTES
  while (at + FRAME_BYTES <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return undefined
    const content = bytes.subarray(at + FRAME_BYTES, end)
    if (name === 'ALPH') alpha = content
    if (name === 'VP8 ') return lossy(content, alpha)
    if (name === 'VP8L') return lossless(content)
    // Chunks have an even length.
    at = end + (length % 2)
  }
  return undefined
}

/** Behind three bytes and a start code: 14 bits of width, two of scaling, the height likewise (RFC 6386, 9.1). */
const lossy = (pixels: Buffer, alpha: Buffer | undefined) => {
  if (pixels.length < 10 || pixels.readUIntBE(3, 3) !== 0x9d012a) return undefined
  const size = { width: pixels.readUInt16LE(6) & 0x3fff, height: pixels.readUInt16LE(8) & 0x3fff }
  if (size.width === 0 || size.height === 0) return undefined
  const parts = [chunk('VP8 ', pixels)]
  return whole(size, alpha ? [chunk('VP8X', extended(size)), chunk('ALPH', alpha), ...parts] : parts)
}

/** Behind the signature: 14 bits of width and of height, each less one (RFC 9649, 3.4). */
const lossless = (pixels: Buffer) => {
  if (pixels.length < 5 || pixels[0] !== 0x2f) return undefined
  const bits = pixels.readUInt32LE(1)
  return whole({ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }, [chunk('VP8L', pixels)])
}

const extended = ({ width, height }: Size) => {
  const head = Buffer.alloc(10)
  head[0] = ALPHA
  head.writeUIntLE(width - 1, 4, 3)
  head.writeUIntLE(height - 1, 7, 3)
  return head
}

const chunk = (name: string, content: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, content, Buffer.alloc(content.length % 2)])
}

const whole = (size: Size, chunks: readonly Buffer[]): Picture => {
  const bytes = chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
  return { content_type: 'image/webp', ...size, bytes }
}
