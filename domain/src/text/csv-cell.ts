import { isDecimal } from '../money/decimal.ts'

/**
 * What a spreadsheet may run instead of showing: a sign that begins a formula, behind whatever cannot be seen. A
 * minus of its own (U+2212) counts, since LibreOffice reads it as one.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-\u2212@\t\r\n]/u

/** Most cells begin like this, and nothing that follows makes a sign of it. */
const PLAIN = /^[0-9A-Za-z]/

/** Most cells are such, which are no formula and need no quotation marks. */
const BARE = /^(?:[0-9A-Za-z][^",\r\n;]*)?$/

/** A text as one cell of CSV, quoted where it must be; a leading apostrophe keeps it from being run as a formula. */
export const csvCell = (text: string): string => {
  if (BARE.test(text)) return text
  const safe = wantsGuard(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Small, full-width and raised forms of a sign become the sign itself; but `=` with a stroke becomes another one. */
const isFormula = (text: string) =>
  !PLAIN.test(text) && !isDecimal(text) && (FORMULA.test(text) || FORMULA.test(text.normalize('NFKC')))

/** Also what looks guarded already, or reading it again would take an apostrophe that is its own. */
const wantsGuard = (text: string) => isFormula(text.replace(/^'+/, ''))

/** The text of a cell that `csvCell` wrote: the apostrophe that kept it from being run is no part of it. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && wantsGuard(text) ? text.slice(1) : text
