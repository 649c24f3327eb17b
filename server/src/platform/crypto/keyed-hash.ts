import { createHmac, hash, type KeyObject } from 'node:crypto'
import { derivedKey } from './secret-box.ts'

/**
 * HMAC-SHA-256 as base64url, with the installation's secret key for one purpose: whoever reads it can neither make
 * one nor try what it was made of.
 */
export const keyedHash = (key_hex: string, purpose: string, text: string): string => {
  const key = derivedKey(key_hex, purpose)
  return text.length <= SHORT_MAX ? hashShort(key, text) : hashLong(key, text)
}

const hashLong = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url')

const SHORT_MAX = 500
const UTF8_BYTES_MAX = 3
/** Of SHA-256: what it takes in at a time, and what comes out. */
const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

/** The two hashes of RFC 2104 without an object for each: a list makes a hundred of these for an answer. */
const hashShort = (key: KeyObject, text: string): string => {
  const { inner, outer } = padsOf(key)
  const bytes = inner.write(text, BLOCK_BYTES)
  outer.write(hash('sha256', inner.subarray(0, BLOCK_BYTES + bytes), 'binary'), BLOCK_BYTES, 'latin1')
  return hash('sha256', outer, 'base64url')
}

type Pads = { inner: Buffer; outer: Buffer }
const kept = new WeakMap<KeyObject, Pads>()

/** The key in both its masks, each with room for what is hashed after it. */
const padsOf = (key: KeyObject): Pads => {
  const known = kept.get(key)
  if (known) return known
  const bytes = key.export()
  const masked = (mask: number, room: number) => {
    const pad = Buffer.alloc(BLOCK_BYTES + room, mask)
    for (const [at, byte] of bytes.entries()) pad[at] = byte ^ mask
    return pad
  }
  const pads = { inner: masked(0x36, SHORT_MAX * UTF8_BYTES_MAX), outer: masked(0x5c, DIGEST_BYTES) }
  kept.set(key, pads)
  return pads
}
