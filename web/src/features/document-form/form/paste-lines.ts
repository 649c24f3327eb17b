import { LINES_MAX } from '#domain/checks/lines.ts'
import { isRateOfDiscount } from '#domain/documents/totals.ts'
import { isZero } from '#domain/money/decimal.ts'
import { type Option, optionsNamed } from '../../../widgets/search-select/match.ts'
import { editLine, subtotalOf } from './edit.ts'
import { isNumberOrEmpty, readNumber } from './numbers.ts'
import { type FormLine, type LineField, newLine, PRECISION } from './state.ts'

/** The fields of a line that somebody types into, as they stand beside each other. */
const TYPED: readonly LineField[] = [
  ...(['item_description', 'classification', 'quantity', 'unit_of_measurement', 'unit_price'] as const),
  ...(['discount_rate', 'discount_amount', 'tax_type', 'tax_rate'] as const),
]

export const isTyped = (field: string): field is LineField => TYPED.some((one) => one === field)

export type CellPlace = { id: string; field: LineField }

export type PastedLines = {
  items: FormLine[]
  written: CellPlace[]
  /** What is no choice where it was pasted: it stays there, as what is typed would. */
  unread: CellPlace[]
  /** Rates that are not taken: of tax where nothing would show it, of a discount that is another one. */
  hidden: (CellPlace & { text: string })[]
  rows: number
  /** Rows for which a document has no lines any more. */
  rows_over: number
  /** Whether cells lay beyond the last column. */
  beyond: boolean
}

type Lists = Readonly<Partial<Record<LineField, readonly Option[]>>>

/**
 * Cells of a spreadsheet from this place on, to the right and down; lines are added as they are needed. A code is known
 * by itself, by its words or both. An empty cell leaves its field as it is, and a row of empty ones is none.
 */
export const pasteLines = (
  before: readonly FormLine[],
  place: CellPlace,
  cells: readonly (readonly string[])[],
  { lists, now_ms }: { lists: Lists; now_ms: number },
): PastedLines => {
  const at = before.findIndex(({ id }) => id === place.id)
  const fields = TYPED.slice(TYPED.indexOf(place.field))
  const rows = cells
    .map((row) => row.map((text, right) => ofOneLine(text, fields[right])))
    .filter((row) => row.some(Boolean))
  const fitting = rows.slice(0, LINES_MAX - at)
  const written: CellPlace[] = []
  const unread: CellPlace[] = []
  const hidden: PastedLines['hidden'] = []
  const pasted = fitting.map((row, down) => {
    const begun = before[at + down] ?? newLine(now_ms, at + down)
    return fields.reduce((line, field, right) => {
      const text = row[right]
      if (!text) return line
      const at_field = { id: line.id, field }
      if (field === 'tax_rate' && line.tax_type === '06') {
        if (!isZero(readNumber(text))) hidden.push({ ...at_field, text })
        return line
      }
      const rate = field === 'discount_amount' && row[fields.indexOf('discount_rate')]
      if (rate && !isNothing(line.discount_rate)) {
        // A rate alone counts (`calculateLine`); beside it the amount rules.
        if (isNothing(text)) return line
        if (!isOfRate(line, text)) hidden.push({ id: line.id, field: 'discount_rate', text: rate })
      }
      const list = lists[field]
      const choice = list && optionsNamed(list, text)[0]
      if (list && !choice) unread.push(at_field)
      written.push(at_field)
      return editLine(line, field, choice?.value ?? text)
    }, begun)
  })
  return {
    items: [...before.slice(0, at), ...pasted, ...before.slice(at + pasted.length)],
    written,
    unread,
    hidden,
    rows: fitting.length,
    rows_over: rows.length - fitting.length,
    beyond: rows.some((row) => row.slice(fields.length).some(Boolean)),
  }
}

const isNothing = (text: string) => isNumberOrEmpty(text) && isZero(readNumber(text))

const isOfRate = (line: FormLine, amount: string) =>
  isRateOfDiscount({
    subtotal: subtotalOf(line),
    discount_rate: readNumber(line.discount_rate),
    discount_amount: readNumber(amount),
  })

/** Two figures beneath each other stay two: with a blank between them they would read as thousands. */
const ofOneLine = (text: string, field?: LineField) =>
  (field && field in PRECISION ? text.trim().replace(/\s*[\t\n]\s*/g, ' / ') : text)
    .replace(/\s+/g, ' ')
    .trim()
