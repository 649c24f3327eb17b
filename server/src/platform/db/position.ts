/** A place in the write-ahead log of PostgreSQL, as it writes it: `16/B374D848`. */
export type Position = string

/** Longer ones do not exist; what looks otherwise is none. */
const FORM = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i

/** The position that a caller sent; undefined for anything else. */
export const readPosition = (text: unknown): Position | undefined =>
  typeof text === 'string' && FORM.test(text) ? text : undefined

/** The later of two; undefined only where both are. */
export const laterOf = (one: Position | undefined, other: Position | undefined): Position | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  return bytesOf(one) >= bytesOf(other) ? one : other
}

const bytesOf = (position: Position): bigint => {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
