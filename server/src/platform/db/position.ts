/**
 * A place in the history of the database, later ones greater as texts: eight hexadecimal digits of the timeline, which
 * is another one after each failover, and sixteen of the place in its write-ahead log.
 */
export type Position = string

const FORM = /^[0-9A-F]{24}$/

/** The position that a caller sent; undefined for anything else. */
export const readPosition = (text: unknown): Position | undefined =>
  typeof text === 'string' && FORM.test(text) ? text : undefined

/** `at` as PostgreSQL writes a place in its log: `16/B374D848`. */
export const positionOf = (timeline: string, at: string): Position =>
  timeline +
  at
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('')

/** What `positionOf` was given. */
export const partsOf = (position: Position) => ({
  timeline: position.slice(0, 8),
  at: `${position.slice(8, 16)}/${position.slice(16)}`,
})

/** The later of two; undefined only where both are. */
export const laterOf = (one: Position | undefined, other: Position | undefined): Position | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one
