import { createHash, randomBytes } from 'node:crypto'

/** SHA-256 of the bytes (text as UTF-8) in lower-case hexadecimal. */
export const sha256Hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** 256 random bits as base64url: 43 characters, safe in URLs and headers. */
export const randomToken = () => randomBytes(32).toString('base64url')
