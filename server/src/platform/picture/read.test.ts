import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { readPicture } from './read.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))

/** Drawn by a browser, which adds a colour profile to all but the PNG. That what is kept is drawn, e2e shows. */
const PICTURES = [
  ['door.jpeg', 'image/jpeg', 24, 16],
  ['door.webp', 'image/webp', 24, 16],
  ['glass.webp', 'image/webp', 40, 30],
  ['glass-lossless.webp', 'image/webp', 40, 30],
  ['glass.png', 'image/png', 40, 30],
] as const
const NAMES = PICTURES.map(([name]) => name)
const PAGE = '<script>alert(document.cookie)</script>'

describe.each(PICTURES)('%s', (name, content_type, width, height) => {
  const bytes = fixture(name)
  const kept = readPicture(bytes)

  it('is known by its bytes, with its size', () => {
    expect(kept).toMatchObject({ content_type, width, height })
  })

  it('keeps its pixels and nothing else', () => {
    expect(kept?.bytes.includes('ICC_PROFILE') || kept?.bytes.includes('ICCP')).toBe(false)
    expect(kept && readPicture(kept.bytes)).toEqual(kept)
  })

  it('loses a page that was put behind it', () => {
    expect(readPicture(Buffer.concat([bytes, Buffer.from(PAGE)]))).toEqual(kept)
  })

  it('is no picture when it is cut off, wherever that is', () => {
    // Of an extended WebP the last chunk is the pixels; a byte of padding may follow.
    const cuts = Array.from({ length: bytes.length - 2 }, (_, length) =>
      readPicture(bytes.subarray(0, length)),
    )
    expect(cuts.filter((cut) => cut !== undefined)).toEqual([])
  })
})

/** Puts bytes in at a place. */
const spliced = (bytes: Buffer, at: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const pngChunk = (name: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(name), content])
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))])
}
const jpegSegment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)])
const PNG_HEAD_BYTES = 33
const PADDING = Buffer.alloc(PAGE.length % 2)

test.each([
  ['a PNG', 'glass.png', PNG_HEAD_BYTES, pngChunk('tEXt', Buffer.from(PAGE))],
  ['a JPEG, as a comment', 'door.jpeg', 2, jpegSegment(0xfe, PAGE)],
  ['a JPEG, as what a camera says', 'door.jpeg', 2, jpegSegment(0xe1, `Exif\0\0${PAGE}`)],
  ['a JPEG, as reserved for later', 'door.jpeg', 2, jpegSegment(0xf4, PAGE)],
  [
    'a WebP',
    'door.webp',
    12,
    Buffer.concat([Buffer.from(`EXIF${String.fromCharCode(PAGE.length)}\0\0\0`), Buffer.from(PAGE), PADDING]),
  ],
])('a page inside %s is left out', (_what, name, at, added) => {
  expect(added.includes(PAGE)).toBe(true)
  expect(readPicture(spliced(fixture(name), at, added))).toEqual(readPicture(fixture(name)))
})

const png = fixture('glass.png')
const damaged = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(png)
  change(bytes)
  return bytes
}

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from(PAGE)],
  ['a drawing with scripts', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PAGE}</svg>`)],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
  ['a PNG with a flipped bit', damaged((bytes) => bytes.writeUInt8(0xff ^ (bytes[60] ?? 0), 60))],
  ['a PNG without pixels', Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), png.subarray(-12)])],
  ['a PNG whose length leads far beyond it', damaged((bytes) => bytes.writeUInt32BE(0xffffffff, 8))],
  [
    'a JPEG of two sizes',
    spliced(fixture('door.jpeg'), 2, jpegSegment(0xc0, '\x08\0\x10\0\x18\x01\x01\x11\0')),
  ],
  ['a JPEG of no pixel', Buffer.from('ffd8ffc0000b080000000001011100ffda00020000ffd9', 'hex')],
  ['a WebP of no pixel', Buffer.from('524946460000000057454250565038200a0000000000009d012a00000000', 'hex')],
  ['a film', Buffer.from('52494646000000005745425041 4e494d06000000000000000000'.replace(' ', ''), 'hex')],
])('%s is no picture', (_what, bytes) => {
  expect(readPicture(bytes)).toBeUndefined()
})

test.each(NAMES)('whatever is changed in %s, nothing breaks', (name) => {
  const bytes = fixture(name)
  for (let at = 0; at < bytes.length; at += 1) {
    for (const value of [0, 0xff, 0x80]) {
      const wrong = Buffer.from(bytes)
      wrong[at] = value
      const kept = readPicture(wrong)
      if (kept) expect(readPicture(kept.bytes)).toEqual(kept)
    }
  }
})
