import { type Decimal, isZero } from './decimal.ts'
import { formatAmount } from './format.ts'

/** "0012.50000000" → "12.5", "1234" → "1,234": a quantity or rate without idle zeros. */
export const formatQuantity = (value: Decimal): string => {
  const { whole, places } = split(value)
  return places ? `${whole}.${places}` : whole
}

/** A unit price keeps at least 2 places and all of its up to 8: "1234.5" → "1,234.50", "0.0525" stays. */
export const formatUnitPrice = (value: Decimal): string => {
  const { whole, places } = split(value)
  return `${whole}.${places.padEnd(2, '0')}`
}

/** An exchange rate shows at least the 4 places in which it is entered: "4.215" → "4.2150". */
export const formatExchangeRate = (rate: Decimal): string => {
  const { whole, places } = split(rate)
  return `${whole}.${places.padEnd(4, '0')}`
}

/** "10" → "10%", "0.00" → "0%". */
export const formatRate = (rate: Decimal): string => `${formatQuantity(rate)}%`

/** An amount, or nothing where it is zero: empty cells keep a table calm. */
export const formatUnlessZero = (value: Decimal): string => (isZero(value) ? '' : formatAmount(value))

const split = (value: Decimal) => {
  const [digits = '0', fraction = ''] = value.split('.')
  // formatAmount groups by text; a whole number never rounds there.
  const [grouped = '0'] = formatAmount(digits).split('.')
  const sign = value.startsWith('-') && !grouped.startsWith('-') ? '-' : ''
  return { whole: `${sign}${grouped}`, places: fraction.replace(/0+$/, '') }
}
