import { CURRENCIES } from '#codes/lists.ts'
import { type Decimal, isNegative, parseDecimal, round2, withoutBlanks } from '#domain/money/decimal.ts'

/**
 * How a figure is kept: `money` has 2 places; `fine` (prices, quantities) at least 2 and `rate` (exchange rates)
 * at least 4, both up to the 8 which the domain takes.
 */
export type Precision = 'money' | 'fine' | 'rate'

const PLACES_MIN: Record<Precision, number> = { money: 2, fine: 2, rate: 4 }

const CURRENCY_WORD = /^(?:RM|[A-Z]{0,2}[$€£¥₹]|[A-Z]{3})|(?:RM|[€$]|[A-Z]{3})$/i

/**
 * A figure as people paste it, "RM 2,000.00" or "1 234.50 EUR", without the word of a currency and the blanks between
 * thousands. Any other blank stays: two cells of a spreadsheet are not the number of all their digits.
 */
const bare = (text: string): string => withoutBlanks(withoutCurrency(text.trim()).trim())

const withoutCurrency = (text: string): string =>
  text.replace(CURRENCY_WORD, (word) =>
    /^[A-Z]{3}$/i.test(word) && !CURRENCIES.has(word.toUpperCase()) ? word : '',
  )

const parse = (text: string): Decimal | undefined => parseDecimal(bare(text))

/** What a field is worth while it is typed: empty and unreadable count as zero, so totals never break. */
export const readNumber = (text: string): Decimal => parse(text) ?? '0'

/** Whether a field is empty or holds a number; the rest is a field error. */
export const isNumberOrEmpty = (text: string) => text.trim() === '' || parse(text) !== undefined

/** "1,234.5" → "1234.50", as the wire wants it; unreadable text stays, so that the server would refuse it too. */
export const plainNumber = (text: string, precision: Precision): string => {
  const value = parse(text)
  if (value === undefined) return text.trim()
  if (precision === 'money') return round2(value)
  const [whole = '0', places = ''] = value.split('.')
  return `${whole}.${places.padEnd(PLACES_MIN[precision], '0')}`
}

/** "1234.5" → "1,234.50": how a field reads once it is left. */
export const tidyNumber = (text: string, precision: Precision): string => {
  const plain = plainNumber(text, precision)
  if (parseDecimal(plain) === undefined) return plain
  const [whole = '0', places = ''] = plain.replace('-', '').split('.')
  return `${isNegative(plain) ? '-' : ''}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${places}`
}
