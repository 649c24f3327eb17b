import { type Decimal, parseDecimal, withoutBlanks, withoutPerCent } from '../money/decimal.ts'
import { withoutGuard } from '../text/csv-cell.ts'
import { shortenText } from '../text/cut.ts'
import type { Column } from './columns.ts'
import { readDate } from './dates.ts'
import type { Read } from './read.ts'

/** No field of a document is longer. */
export const CELL_CHARS_MAX = 10_000
const TOLD_CHARS_MAX = 40

/** What spreadsheets save of a long number in a narrow column: most of its digits are gone. "2E01" may be a name. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+E[+-]?|E[+-])\d{1,3}$/i
const DIGITS = /^\d+$/

/**
 * How a file is written: where semicolons stand between its cells, a comma may be that of a decimal, and a point that
 * of thousands.
 */
export type Writing = { semicolons?: boolean }

/** `isKey`: whether a look-up of the column's field knows this text, which it must see letter for letter. */
type Reading = Writing & { isKey?: ((text: string) => boolean) | undefined }

/** Reads one cell of a column; an empty one is an empty text. */
export const readCell = (
  { kind, width = 0 }: Column,
  written: string,
  { semicolons = false, isKey }: Reading = {},
): Read => {
  const text = withoutGuard(written.trim())
  if (text === '') return { value: '' }
  if (text.length > CELL_CHARS_MAX) {
    return { message: `A cell may have at most ${CELL_CHARS_MAX.toLocaleString('en')} characters.` }
  }
  if (isKey?.(text)) return { value: text }
  switch (kind) {
    case 'identifier':
      return SHORTENED.test(text) ? { message: shortenedInWords(text, 'as Text') } : { value: text }
    case 'code':
      return DIGITS.test(text) && text.length < width
        ? { value: text.padStart(width, '0'), why: 'zeros put back that a spreadsheet drops' }
        : { value: text }
    case 'date':
      return readDate(text)
    case 'time':
      return { value: /^\d:/.test(text) ? `0${text}` : text }
    case 'amount':
      return readAmount(text, semicolons)
    case 'rate':
      return readRate(withoutPerCent(text))
    case 'flag':
    case 'text':
      return { value: text }
    default:
      return kind satisfies never
  }
}

const shortenedInWords = (text: string, how: string) =>
  `A spreadsheet shortened this number to ${text} and dropped digits. ${formatInWords(how)}`

const formatInWords = (how: string) => `Format the column ${how}, enter the number again, and save the file.`

const CURRENCY = /^(-?)\s*(RM|[A-Z]{3})\s*(-?)(?=\d)/

/** "1,250" and "1.250": a thousand and more, or little more than one. */
const SIGN_ALONE = /^-?[1-9]\d{0,2}([.,])\d{3}$/

const twoWaysInWords = (text: string, sign: string) =>
  sign === ','
    ? `${text} can be read in two ways: in a file with semicolons a comma may be the decimal point. ` +
      'Write it as 1234.50.'
    : `${text} can be read in two ways: in a file with semicolons a point may separate thousands. ` +
      'Write thousands without it (1250), decimals with a fourth place (1.2500).'

/** "RM 1,234.50" and "1 234.50" are 1234.50; a currency that is written along is told, to be compared. */
const readAmount = (text: string, semicolons: boolean): Read => {
  const [whole, before = '', currency, after = ''] = CURRENCY.exec(text) ?? []
  const figure = whole === undefined ? text : before + after + text.slice(whole.length)
  const sign = semicolons ? SIGN_ALONE.exec(figure)?.[1] : undefined
  if (sign !== undefined) return { message: twoWaysInWords(text, sign) }
  if (whole === undefined || (before && after)) return readFigure(text)
  const read = readFigure(figure)
  return 'message' in read ? read : { ...read, currency: currency === 'RM' ? 'MYR' : (currency ?? '') }
}

/** No rate has thousands: "4,215" is what others write for 4.215. */
const readRate = (text: string): Read => (text.includes(',') ? unread(text) : readFigure(text))

/** Databases print no zero before the point. */
const BARE_POINT = /^(-?)(?=\.\d+$)/

const readFigure = (text: string): Read => {
  const figure = withoutBlanks(text).replace(BARE_POINT, '$10')
  const value: Decimal | undefined = parseDecimal(figure)
  if (value !== undefined) return { value }
  if (SHORTENED.test(text)) return { message: shortenedInWords(text, 'as Number') }
  return unread(text)
}

const unread = (text: string): Read => ({
  message: `${shortenText(text, TOLD_CHARS_MAX)} is no number that can be read. Write it as 1234.50.`,
})
