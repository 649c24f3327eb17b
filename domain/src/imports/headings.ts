import { shortenText } from '../text/cut.ts'
import { nearest } from '../text/nearest.ts'
import { plainName } from '../text/plain-name.ts'
import { COLUMNS, type Column, headingOf, headingsOf, IGNORED_HEADINGS } from './columns.ts'

/** One column of a file: its heading as it came, and what it means; undefined where it is ignored or has no heading. */
export type Heading = { text: string; column: Column | undefined }

/** A heading may be told so far. */
const CHARS_TOLD_MAX = 60
const NUMBER: Column['field'] = 'invoice_number'

const KNOWN: ReadonlyMap<string, Column> = new Map(
  COLUMNS.flatMap((column) => headingsOf(column).map((heading) => [plainName(heading), column] as const)),
)
const IGNORED: ReadonlySet<string> = new Set(IGNORED_HEADINGS.map(plainName))
const NAMES = COLUMNS.map(headingOf)

/** The column that a heading names in our own words; undefined where it is none of them. */
export const columnOf = (heading: string): Column | undefined => KNOWN.get(plainName(heading))

/** What the first row of a file means, and what is wrong with it: unknown headings, double ones, no invoice number. */
export const readHeadings = (cells: readonly string[]): { headings: Heading[]; faults: string[] } => {
  const headings = cells.map((cell): Heading => ({ text: cell.trim(), column: columnOf(cell) }))
  const known = headings.filter(({ text }) => text !== '' && !IGNORED.has(plainName(text)))
  const unknown = headings.flatMap((heading, at) =>
    known.includes(heading) && !heading.column ? [unknownHeading(heading.text, at, NAMES)] : [],
  )
  const missing = known.some(({ column }) => column?.field === NUMBER)
    ? []
    : [`There is no column ${NUMBER}: an upload brings its own numbers.`]
  return { headings, faults: [...unknown, ...doubles(headings), ...missing] }
}

/** What is said of a heading, that of column `at`, which is none of these names. */
export const unknownHeading = (text: string, at: number, names: readonly string[]): string => {
  const told = shortenText(text, CHARS_TOLD_MAX)
  const meant = nearest(text, names)
  const rest = meant ? `is not known; did you mean ${meant}?` : 'is not known.'
  return `Column ${letterOf(at)}, ${told}, ${rest}`
}

const doubles = (headings: readonly Heading[]): string[] =>
  headings.flatMap(({ column }, at) => {
    const first = headings.findIndex((other) => other.column === column)
    return column && first < at
      ? [`${headingOf(column)} stands in column ${letterOf(first)} and in column ${letterOf(at)}.`]
      : []
  })

/** A column by the letters that spreadsheets give it: 0 is A, 26 is AA. */
export const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
