import { CURRENCIES } from '#codes/lists.ts'
import { setOwn } from '#codes/own.ts'
import { LINES_MAX, TOO_MANY_LINES } from '../checks/lines.ts'
import type { Change } from '../identity/normalise.ts'
import { FINDINGS_MAX } from '../problems.ts'
import { isKey } from '../shaping/mappings.ts'
import { isFilled, type Shaping } from '../shaping/pipeline.ts'
import { withoutGuard } from '../text/csv-cell.ts'
import { readCell, type Writing } from './cells.ts'
import { type Column, headingOf, type Part, shapedName } from './columns.ts'
import { codeOfName } from './faults/names.ts'
import { type Heading, letterOf } from './headings.ts'
import type { Read } from './read.ts'

/** A row of a file: its number as spreadsheets count, the headings being row 1. */
export type Row = { row: number; cells: readonly string[] }

/** What is wrong with a cell: its row, the heading of its column, and why. */
export type CellFinding = { row: number; column: string; message: string }

type Fields = Record<string, string>

/** A document as its rows tell it. Where there are findings its payload is not whole. */
export type Gathered = {
  invoice_number: string
  payload: Fields & { customer: Fields; items: Fields[] }
  /** Its rows in the order of the file; line `n` of the payload is row `rows[n]`. */
  rows: Row[]
  findings: CellFinding[]
  /** What is taken otherwise than it is written, once for each column. */
  changes: Change[]
}

type Draft = Gathered & {
  /** Where each field of the document and its customer was first said, by the slots of their columns. */
  said: Said[]
  /** Currencies written beside amounts: the first ones, which say enough. */
  currencies: { row: number; column: string; currency: string }[]
}

/** `cell` as it was written, if in no currency. */
type Said = { cell: string | undefined; value: string; row: number }

const NO_NUMBER = 'This row has no invoice number. Uploads bring their own numbers; repeat it in each row.'

/**
 * How a file is written, and what shapes the documents that come of it. `isBlank`, asked once the file is read: whether
 * nothing stands in a column, counted from 0, of the whole file.
 */
export type FileWriting = Writing & {
  shaping?: Shaping | undefined
  isBlank?: (column: number) => boolean
}

/**
 * How the rows of each document are gathered, wherever in the file they stand, under these headings and as it is
 * written: answers what opens a gathering, as many of them as wanted. A row without a number may be a line of the
 * document above it, which therefore is not taken either.
 */
export const gatheringUnder = (headings: readonly Heading[], writing: FileWriting = {}) => {
  const layout = layoutOf(headings, writing)
  return () => openGathering(layout)
}

type Asked = 'quantity' | 'invoice_date'

/** The columns of a file; `asksFor` what must stand in their cells, because nothing else says it. */
type Layout = { places: Placed[]; number_at: number; asksFor(field: Asked): boolean }

const layoutOf = (headings: readonly Heading[], writing: FileWriting): Layout => {
  const { shaping, isBlank = () => false } = writing
  const placeOf = (field: string) => headings.findIndex(({ column }) => column?.field === field)
  const wanted = (field: Asked, part: Part) =>
    shaping && isFilled(shaping, shapedName({ part, field })) ? -1 : placeOf(field)
  const asked = { quantity: wanted('quantity', 'line'), invoice_date: wanted('invoice_date', 'document') }
  return {
    places: placesOf(headings, writing),
    number_at: placeOf('invoice_number'),
    // A file without the column, or with nothing in it, leaves it to us; any other has lost what stood there.
    asksFor: (field) => asked[field] >= 0 && !isBlank(asked[field]),
  }
}

export type Gathering = ReturnType<typeof openGathering>

const openGathering = (layout: Layout) => {
  const drafts = new Map<string, Draft>()
  let above: Draft | undefined
  const draftOf = (number: string): Draft => {
    const draft = drafts.get(number) ?? openDraft(number)
    drafts.set(number, draft)
    return draft
  }
  const add = (row: Row) => {
    const written = row.cells[layout.number_at] ?? ''
    const number = withoutGuard(written.trim())
    const draft = draftOf(number)
    draft.rows.push(row)
    if (number === '') {
      const finding = { row: row.row, column: 'invoice_number', message: NO_NUMBER }
      find(draft, finding)
      if (above) find(above, { ...finding, message: `${NO_NUMBER} It may be a line of this document.` })
      return
    }
    above = draft
    if (draft.rows.length <= LINES_MAX) readRow(draft, row, layout.places)
    else if (draft.rows.length === LINES_MAX + 1) {
      find(draft, { row: row.row, column: 'invoice_number', message: TOO_MANY_LINES })
    }
  }
  return {
    add,
    /** How many there are so far; rows without a number are none. */
    count: () => drafts.size - (drafts.has('') ? 1 : 0),
    finish: (): Gathered[] => [...drafts.values()].map((draft) => finish(draft, layout)),
  }
}

const openDraft = (invoice_number: string): Draft => ({
  invoice_number,
  // Texts under names of COLUMNS are added, which holds neither of these two parts.
  payload: { source: 'CSV', customer: {}, items: [] } as unknown as Draft['payload'],
  rows: [],
  findings: [],
  changes: [],
  said: [],
  currencies: [],
})

/** No more are told of one document. */
const find = (draft: Draft, finding: CellFinding): void => {
  if (draft.findings.length < FINDINGS_MAX) draft.findings.push(finding)
}

/**
 * A column of a file with its heading as we write it, found once for all rows, and its cell that was read last. Columns
 * of the same heading share a slot.
 */
type Known = {
  column: Column
  heading: string
  slot: number
  writing: Parameters<typeof readCell>[2]
  last: { cell: string; read: Read }
}
type Placed = Known | { column: undefined; empty: boolean }

const placesOf = (headings: readonly Heading[], { semicolons = false, shaping }: FileWriting): Placed[] => {
  const written = headings.map(({ column }) => column && headingOf(column))
  return headings.map(({ text, column }, at) => {
    const heading = written[at]
    if (!column || heading === undefined) return { column: undefined, empty: text === '' }
    const last = { cell: '', read: { value: '' } }
    const writing = { semicolons, isKey: shaping && keysOf(shaping, column) }
    return { column, heading, slot: written.indexOf(heading), writing, last }
  })
}

/** Undefined where the field has no mapping, which is nearly everywhere. */
const keysOf = ({ mappings }: Shaping, column: Column) => {
  const field = shapedName(column)
  return mappings.has(field) ? (text: string) => isKey(mappings, field, text) : undefined
}

/** Most cells say what the one above them says. */
const readIn = (place: Known, cell: string): Read => {
  if (place.last.cell !== cell) place.last = { cell, read: readCell(place.column, cell, place.writing) }
  return place.last.read
}

const readRow = (draft: Draft, { row, cells }: Row, places: readonly Placed[]) => {
  const line: Fields = {}
  draft.payload.items.push(line)
  const targets: Record<Part, Fields> = { document: draft.payload, customer: draft.payload.customer, line }
  let at = -1
  for (const place of places) {
    const cell = cells[++at] ?? ''
    if (cell === '') continue
    // Most rows say of their document what the row above says.
    if (place.column && place.column.part !== 'line' && draft.said[place.slot]?.cell === cell) continue
    if (place.column) readInto(draft, { row, place, cell, target: targets[place.column.part] })
    else if (place.empty && cell.trim() !== '') {
      find(draft, { row, column: letterOf(at), message: 'This column has no heading.' })
    }
  }
}

type Cell = { row: number; place: Known; cell: string; target: Fields }

const readInto = (draft: Draft, { row, place, cell, target }: Cell) => {
  const { column, heading } = place
  const before = column.part === 'line' ? undefined : draft.said[place.slot]
  const read = readIn(place, cell)
  if ('message' in read) return find(draft, { row, column: heading, message: read.message })
  const { value, why, currency } = read
  if (value === '') return
  if (currency && draft.currencies.length < FINDINGS_MAX)
    draft.currencies.push({ row, column: heading, currency })
  if (column.part !== 'line') {
    if (before && before.value !== value) {
      const message = `Row ${before.row} of this document says ${before.value}, this row says ${value}.`
      return find(draft, { row, column: heading, message })
    }
    if (before) return
    draft.said[place.slot] = { cell: currency ? undefined : cell, value, row }
  }
  setOwn(target, column.field, value)
  // Of a column that lost its zeros the first one says enough.
  if (why && !draft.changes.some(({ field }) => field === heading)) {
    draft.changes.push({ field: heading, from: cell.trim(), to: value, why })
  }
}

const RINGGIT = 'MYR'

/** The code of a currency that people write otherwise; undefined where none is known. */
const knownCurrency = (text: string) => (CURRENCIES.has(text) ? text : codeOfName('invoice_currency', text))

const BY_AMOUNTS = 'the currency written beside its amounts'

/**
 * A currency beside an amount must be the document's. Where no column says that, it is the document's: a default that
 * fills what is empty would make dollars of ringgit.
 */
const finish = (draft: Draft, layout: Layout): Gathered => {
  if (draft.invoice_number !== '') askForEmpty(draft, layout)
  const { said: _, currencies, ...gathered } = draft
  const { invoice_currency: said = '' } = gathered.payload
  const beside =
    said === '' ? currencies.find(({ currency }) => CURRENCIES.has(currency))?.currency : undefined
  const own = beside ?? (said === '' ? RINGGIT : (knownCurrency(said) ?? said))
  const others = currencies.filter(({ currency }) => currency !== own)
  const findings = others.map(({ row, column, currency }) => ({
    row,
    column,
    message: `The amount is in ${currency}, the document in ${own}.`,
  }))
  const { payload } = gathered
  if (beside !== undefined) payload.invoice_currency = beside
  const changes = beside === undefined || beside === RINGGIT ? [] : [inCurrency(beside)]
  return {
    ...gathered,
    payload,
    findings: [...gathered.findings, ...findings],
    changes: [...gathered.changes, ...changes],
  }
}

/** No quantity would be one, and no date the day on which the document happens to be read. */
const askForEmpty = (draft: Draft, { asksFor }: Layout) => {
  const { rows, payload, findings } = draft
  // What stands there and cannot be read is told.
  const isTold = (column: Asked, row?: number) =>
    findings.some((told) => told.column === column && (row === undefined || told.row === row))
  if (payload.invoice_date === undefined && asksFor('invoice_date') && !isTold('invoice_date'))
    find(draft, { row: rows[0]?.row ?? 0, column: 'invoice_date', message: 'Please enter the invoice date.' })
  for (const [at, { quantity, unit_price }] of payload.items.entries()) {
    // Without a price it is the price that is asked for.
    if (quantity !== undefined || unit_price === undefined || !asksFor('quantity')) continue
    const row = rows[at]?.row ?? 0
    if (!isTold('quantity', row))
      find(draft, { row, column: 'quantity', message: 'Please enter the quantity.' })
  }
}

const inCurrency = (to: string): Change => ({ field: 'invoice_currency', from: '', to, why: BY_AMOUNTS })
