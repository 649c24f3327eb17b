import { type Decimal, isNegative, round2 } from './decimal.ts'

/** "1234.5" → "1,234.50": what people read, with no currency. Groups by text, so no digit is ever lost. */
export const formatAmount = (value: Decimal): string => {
  const [whole = '0', cents = '00'] = round2(value).replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${isNegative(round2(value)) ? '-' : ''}${grouped}.${cents}`
}

/** "MYR 1,234.50": amounts are always shown with their currency. */
export const formatMoney = (currency: string, value: Decimal) => `${currency} ${formatAmount(value)}`

/** "20" → "20.00", "0.125" stays: how an answer writes a figure that may have more decimals. */
export const twoPlaces = (value: Decimal): Decimal => {
  const [whole = '0', places = ''] = value.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
}
