import { isDecimal } from '#domain/money/decimal.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import { shortenText } from '#domain/text/cut.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { CELL_STYLES, styleOf } from './workbook-parts.ts'

type Kind = CsvColumn<never>[2]

/** What a sheet says above its rows. */
export type Head = readonly [heading: string, kind: Kind]
/** One row as texts, in the order of the columns; what is a total stands out. */
export type SheetRow = { cells: readonly string[]; is_total: boolean }

/** Excel opens no workbook that has a longer cell. */
const CELL_CHARS_MAX = 32_767
/** A double keeps as many digits of a figure as it was written with. */
const EXACT_DIGITS = 15

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** All before the rows, and the row of the headings, which stays in sight. */
export const sheetOpening = (heads: readonly Head[]): string => {
  const columns = heads.map(([, kind], at) => {
    const { width } = CELL_STYLES[kind ?? 'text']
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="true"/>`
  })
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const headings = { cells: heads.map(([heading]) => heading), is_total: false }
  const texts = heads.map(([heading]): Head => [heading, undefined])
  return (
    `${DECLARATION}<worksheet xmlns="${NAMESPACE}">` +
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>` +
    rowsXml(texts, [headings], 1)
  )
}

export const SHEET_END = '</sheetData></worksheet>'

/** Rows from the row of that number on. Texts are texts: nothing is run as a formula. */
export const rowsXml = (heads: readonly Head[], rows: readonly SheetRow[], first_nr: number): string =>
  rows
    .map(({ cells, is_total }, nr) => {
      const row = first_nr + nr
      const xml = cells.map((text, at) => {
        const kind = heads[at]?.[1]
        const style = styleOf(kind ?? 'text', is_total)
        return cellXml({ at: `${lettersOf(at)}${row}`, style }, text, kind)
      })
      return `<row r="${row}">${xml.join('')}</row>`
    })
    .join('')

/** "A" to "Z", then "AA". */
const lettersOf = (column: number): string => {
  const known = LETTERS[column]
  if (known !== undefined) return known
  return `${LETTERS[Math.floor(column / 26) - 1]}${LETTERS[column % 26]}`
}
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

type Place = { at: string; style: number }

const cellXml = ({ at, style }: Place, text: string, kind: Kind): string => {
  const place = style === 0 ? `r="${at}"` : `r="${at}" s="${style}"`
  if (text === '') return style === 0 ? '' : `<c ${place}/>`
  const number = kind === undefined ? undefined : numberOf(text, kind)
  return number === undefined ? textXml(place, text) : `<c ${place}><v>${number}</v></c>`
}

/** A figure or a day as Excel counts it; undefined for what it would not keep as it is. */
const numberOf = (text: string, kind: NonNullable<Kind>): number | undefined => {
  if (kind === 'date') return dayNumberOf(text)
  return isDecimal(text) && text.replace(/\D/g, '').length <= EXACT_DIGITS ? Number(text) : undefined
}

const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
/** 1 March 1900: before it Excel counts a day that never was. */
const DAY_MIN = 61

const dayNumberOf = (date: string): number | undefined => {
  const days = (Date.parse(`${date}T00:00:00Z`) - DAY_ZERO_MS) / DAY_MS
  return days >= DAY_MIN ? days : undefined
}

const textXml = (place: string, text: string): string => {
  const short = text.length > CELL_CHARS_MAX ? shortenText(text, CELL_CHARS_MAX - 1) : text
  const kept = /^\s|\s$|[\t\n]/.test(short) ? ' xml:space="preserve"' : ''
  return `<c ${place} t="inlineStr"><is><t${kept}>${escaped(short)}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNUSUAL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/g
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** What XML cannot carry is written by its number (ECMA-376, ST_Xstring), and so is what looks like such a number. */
const escaped = (text: string): string =>
  text.replace(UNUSUAL, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return ENTITIES.get(character) ?? `_x${number}_`
  })
