import { type Decimal, isDecimal, round2 } from '../money/decimal.ts'

const TWO_PLACES = /^-?\d+\.\d{2}$/

/** An amount as the authority reads it: 2 places, plain notation. Calculated figures pass through untouched. */
export const money = (value: Decimal): string => (TWO_PLACES.test(value) ? value : round2(value))

/** A price, quantity or rate with its own number of places; throws on anything but a plain decimal. */
export const number = (value: Decimal): string => {
  if (!isDecimal(value)) throw new Error('Only plain decimals go into a document')
  return value
}
