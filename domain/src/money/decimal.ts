import { alike, divide, finer, printShort, printUnits, readUnits, roundUnits, type Units } from './units.ts'

/**
 * Decimal arithmetic on plain text ("1234.50"). Amounts are in the major unit (ringgit, dollars), never in
 * floats; amounts carry 2 places, unit prices and quantities up to 8 (decisions.md §8).
 */
export type Decimal = string

const PLAIN = /^-?\d{1,15}(\.\d{1,8})?$/
/** Plain, and without a zero that could be left out. */
const SHORTEST = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,14})\.\d{0,7}[1-9])$/
const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/

/** Whether a text is a plain decimal: no exponent, at most 15 digits before the point and 8 after it. */
export const isDecimal = (text: string) => PLAIN.test(text)

/**
 * Reads what people and programs send ("1,234.50", 12, " 3 "); undefined when it is no plain decimal. Commas only
 * between thousands: "12,50" and "0,125" from a European keyboard must not become 1250 and 125.
 */
export const parseDecimal = (input: string | number): Decimal | undefined => {
  const written = String(input).trim()
  if (SHORTEST.test(written)) return written
  const text = GROUPED.test(written) ? written.replaceAll(',', '') : written
  return isDecimal(text) ? printShort(readUnits(text)) : undefined
}

const BY_BLANKS = /^-?\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:\.\d+)?$/

/** A figure as others write it, "1 234.50", without its blanks. Any other text stays: "2 5" is two figures. */
export const withoutBlanks = (text: string): string =>
  BY_BLANKS.test(text) ? text.replaceAll(/[^\d.-]/g, '') : text

/** A rate as people write it, "6 %" or "6%", without its sign. */
export const withoutPerCent = (text: string): string => {
  const written = text.trimEnd()
  return written.endsWith('%') ? written.slice(0, -1).trimEnd() : text
}

export const add = (...values: Decimal[]): Decimal => {
  let [count, places] = [0n, 0]
  for (const value of values) {
    const more = readUnits(value)
    if (more.places > places) {
      count = finer({ count, places }, more.places)
      places = more.places
    }
    count += finer(more, places)
  }
  return printShort({ count, places })
}

export const subtract = (a: Decimal, b: Decimal): Decimal => {
  const [from, off, places] = alike(readUnits(a), readUnits(b))
  return printShort({ count: from - off, places })
}

export const multiply = (a: Decimal, b: Decimal): Decimal => printShort(productOf(a, b))

const productOf = (a: Decimal, b: Decimal) => {
  const [one, other] = [readUnits(a), readUnits(b)]
  return { count: one.count * other.count, places: one.places + other.places }
}

/** -1, 0 or 1, as the numbers compare; "1.0" equals "1". */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => {
  if (isShort(a) && isShort(b)) return signOf(Number(a), Number(b))
  const [one, other] = alike(readUnits(a), readUnits(b))
  return one === other ? 0 : one < other ? -1 : 1
}

/** Decimals of so few digits are different floats, in the same order, and need no whole numbers of any size. */
const SHORT_CHARS_MAX = 15
const isShort = (text: Decimal) => text.length <= SHORT_CHARS_MAX && PLAIN.test(text)

const signOf = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

export const isZero = (value: Decimal) => !/[1-9]/.test(value)
export const isNegative = (value: Decimal) => value.startsWith('-') && !isZero(value)

/** Rounds half-up (away from zero on a tie) to 2 places and prints both: "2.005" → "2.01". */
export const round2 = (value: Decimal): Decimal => printUnits(roundUnits(readUnits(value), 2))

/** `rate` per cent of `amount`, rounded to 2 places. */
export const percentOf = (amount: Decimal, rate: Decimal): Decimal =>
  printUnits(roundUnits(hundredthOf(productOf(amount, rate)), 2))

const hundredthOf = ({ count, places }: Units): Units => ({ count, places: places + 2 })

/** `part` as a percentage of `whole` with 2 places; "0.00" of nothing. */
export const rateOf = (part: Decimal, whole: Decimal): Decimal => {
  const [some, all] = alike(readUnits(part), readUnits(whole))
  return all === 0n ? '0.00' : printUnits({ count: divide(some * 10_000n, all), places: 2 })
}

/** A percentage as the fraction UBL wants: "15" → "0.15". */
export const asFraction = (rate: Decimal): Decimal => printShort(hundredthOf(readUnits(rate)))

/** The amount in ringgit: amount × exchange rate, 2 places. */
export const convert = (amount: Decimal, exchange_rate: Decimal): Decimal =>
  round2(multiply(amount, exchange_rate))
