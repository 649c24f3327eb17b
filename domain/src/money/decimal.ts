import { Big, type RoundingMode } from 'big.js'

/**
 * Decimal arithmetic on plain text ("1234.50"). Amounts are in the major unit (ringgit, dollars), never in
 * floats; amounts carry 2 places, unit prices and quantities up to 8 (decisions.md §8).
 */
export type Decimal = string

const HALF_UP: RoundingMode = 1
const HUNDREDTH = new Big('0.01')
const PLAIN = /^-?\d{1,15}(\.\d{1,8})?$/
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** Whether a text is a plain decimal: no exponent, at most 15 digits before the point and 8 after it. */
export const isDecimal = (text: string) => PLAIN.test(text)

/**
 * Reads what people and programs send ("1,234.50", 12, " 3 "); undefined when it is no plain decimal. Commas only
 * between thousands: "12,50" from a European keyboard must not become 1250.
 */
export const parseDecimal = (input: string | number): Decimal | undefined => {
  const written = String(input).trim()
  const text = GROUPED.test(written) ? written.replaceAll(',', '') : written
  return isDecimal(text) ? plain(new Big(text)) : undefined
}

export const plain = (value: Big): Decimal => value.toFixed()

export const add = (...values: Decimal[]): Decimal =>
  plain(values.reduce((sum, value) => sum.plus(value), new Big(0)))

export const subtract = (a: Decimal, b: Decimal): Decimal => plain(new Big(a).minus(b))

export const multiply = (a: Decimal, b: Decimal): Decimal => plain(new Big(a).times(b))

/** -1, 0 or 1, as the numbers compare; "1.0" equals "1". */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => new Big(a).cmp(b)

export const isZero = (value: Decimal) => !/[1-9]/.test(value)
export const isNegative = (value: Decimal) => compare(value, '0') < 0

/** Rounds half-up (away from zero on a tie) to 2 places and prints both: "2.005" → "2.01". */
export const round2 = (value: Decimal): Decimal => new Big(value).round(2, HALF_UP).toFixed(2)

/** `rate` per cent of `amount`, rounded to 2 places. */
export const percentOf = (amount: Decimal, rate: Decimal): Decimal =>
  round2(plain(new Big(amount).times(rate).times(HUNDREDTH)))

/** `part` as a percentage of `whole` with 2 places; "0.00" of nothing. */
export const rateOf = (part: Decimal, whole: Decimal): Decimal =>
  isZero(whole) ? '0.00' : new Big(part).div(whole).times(100).round(2, HALF_UP).toFixed(2)

/** A percentage as the fraction UBL wants: "15" → "0.15". */
export const asFraction = (rate: Decimal): Decimal => plain(new Big(rate).times(HUNDREDTH))

/** The amount in ringgit: amount × exchange rate, 2 places. */
export const convert = (amount: Decimal, exchange_rate: Decimal): Decimal =>
  round2(multiply(amount, exchange_rate))
