import { randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const pick = (alphabet: string, length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** The ten characters which all ids of one submission share: eight from the instant (UTC ms), then `10`. */
export const newTail = (now: number): string => {
  let rest = Math.max(0, Math.floor(now))
  let text = ''
  for (let count = 0; count < 8; count += 1) {
    text = `${CROCKFORD[rest % 32]}${text}`
    rest = Math.floor(rest / 32)
  }
  return `${text}10`
}

/** A 26-character id with the tail of its submission. */
export const newUuid = (tail: string): string => `${pick(CROCKFORD, 16)}${tail}`

/**
 * The id of the public link: 26 characters with the tail of the uuid, six mixed, ten digits of Unix seconds.
 */
export const newLongId = (uuid: string, now: number): string => {
  const seconds = String(Math.floor(now / 1000)).padStart(10, '0')
  return `${newUuid(uuid.slice(-10))}${pick(ALPHANUMERIC, 6)}${seconds}`
}

/** `2026-07-23T10:00:00Z` from UTC ms; null stays null. */
export const isoInstant = (instant: number | null): string | null =>
  instant === null ? null : `${new Date(instant).toISOString().slice(0, 19)}Z`
