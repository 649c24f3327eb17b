import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

export type SecretBox = { seal(text: string): string; open(sealed: string): string }

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts short secrets at rest with AES-256-GCM: base64url of version byte, nonce, tag, ciphertext. `open`
 * throws when the text was changed, cut, or sealed with another key.
 */
export const secretBox = (key_hex: string): SecretBox => {
  const key = derivedKey(key_hex, 'lulus secret box')
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
        throw new Error('This is not a sealed secret, or it was sealed by a newer version.')
      }
      const tag_at = 1 + NONCE_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, tag_at))
      decipher.setAuthTag(bytes.subarray(tag_at, tag_at + TAG_BYTES))
      return decipher.update(bytes.subarray(tag_at + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** So many are kept: the server has one secret key and a handful of purposes. */
const KEPT_MAX = 100
const kept = new Map<string, Map<string, KeyObject>>()

/**
 * A 32-byte key for one purpose, so that no two uses share key material. `key_hex` is 64 hex digits. A list signs a
 * hundred addresses for an answer, and to derive the key takes ten times as long as to use it, so it is kept.
 */
export const derivedKey = (key_hex: string, purpose: string): KeyObject => {
  const known = kept.get(key_hex)?.get(purpose)
  if (known) return known
  if (!/^[0-9a-f]{64}$/.test(key_hex)) throw new Error('The secret key must be 64 hexadecimal digits.')
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(key_hex, 'hex'), '', purpose, 32)))
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key_hex, new Map(kept.get(key_hex)).set(purpose, key))
  return key
}
