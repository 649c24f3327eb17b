import { createHash, hash, randomBytes } from 'node:crypto'

/** SHA-256 of the bytes (text as UTF-8) in lower-case hexadecimal. */
export const sha256Hex = (bytes: Uint8Array | string) => hash('sha256', bytes)

/** A SHA-256 of text (as UTF-8) that comes in pieces. */
export const startSha256 = () => {
  const begun = createHash('sha256')
  return { update: (text: string) => void begun.update(text), hex: () => begun.digest('hex') }
}

/** 256 random bits as base64url: 43 characters, safe in URLs and headers. */
export const randomToken = () => randomBytes(32).toString('base64url')
