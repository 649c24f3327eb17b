import { createHash, randomBytes } from 'node:crypto'

/** SHA-256 of the bytes (text as UTF-8) in lower-case hexadecimal. */
export const sha256Hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** A SHA-256 of text (as UTF-8) that comes in pieces. */
export const startSha256 = () => {
  const hash = createHash('sha256')
  return { update: (text: string) => void hash.update(text), hex: () => hash.digest('hex') }
}

/** 256 random bits as base64url: 43 characters, safe in URLs and headers. */
export const randomToken = () => randomBytes(32).toString('base64url')
