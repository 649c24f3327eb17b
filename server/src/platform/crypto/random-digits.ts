import { randomInt } from 'node:crypto'

/** A random number of so many digits, as text, without a zero in front, which spreadsheets would drop. */
export const randomDigits = (count: number): string =>
  Array.from({ length: count }, (_, at) => (at === 0 ? randomInt(1, 10) : randomInt(10))).join('')
