import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keyed-hash.ts'

/**
 * `path`, as it goes over the wire and without a query, with `expires` (Unix seconds, UTC) and `signature`: whoever
 * holds the address may fetch it until then. `key_hex` is the installation's secret key. Joined as text: a list signs a
 * hundred of them for an answer.
 */
export const signedUrl = (key_hex: string, path: string, expires_at: Date): string => {
  const unsigned = `${path}?expires=${Math.floor(expires_at.getTime() / 1000)}`
  return `${unsigned}&signature=${signatureOf(key_hex, unsigned)}`
}

/** Whether `path_and_query` was made by `signedUrl`, is unchanged, and has not expired at `now`. */
export const verifySignedPath = (key_hex: string, path_and_query: string, now: Date): boolean => {
  if (path_and_query.length > PATH_LENGTH_MAX) return false
  const url = new URL(path_and_query, PLACEHOLDER)
  const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url')
  url.searchParams.delete('signature')
  const expected = Buffer.from(signatureOf(key_hex, url.pathname + url.search), 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return now.getTime() < Number(url.searchParams.get('expires')) * 1000
}

const PLACEHOLDER = 'http://localhost'
const PATH_LENGTH_MAX = 4096

const signatureOf = (key_hex: string, unsigned: string) => keyedHash(key_hex, 'lulus signed url', unsigned)
