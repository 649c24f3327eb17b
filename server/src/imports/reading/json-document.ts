import { isFields } from '#codes/own.ts'
import type { Row } from '#domain/imports/gather.ts'
import { invalidFields, type Problem } from '#domain/problems.ts'
import { textFault } from '#domain/text/characters.ts'
import type { FileDocument, RowFault } from './content.ts'

const NO_NUMBER = invalidFields({ invoice_number: ['Uploads bring their own numbers.'] })
/** Not taken as a text: of a long one digits are lost by then. */
const NO_TEXT = invalidFields({ invoice_number: ['Send the number as a text, in quotation marks.'] })
const TWICE = invalidFields({ invoice_number: ['This number stands twice in the file.'] })

/** Ours in the file of errors, so that it can be sent as it is once it is corrected. */
const OURS = 'error'

/** One document of a JSON file, whatever stands there. */
export const jsonDocument = (given: unknown): FileDocument => {
  if (!isFields(given)) return { ...WORDS, invoice_number: '', payload: given, fault: undefined }
  const { [OURS]: _, ...own } = given
  const number = typeof own.invoice_number === 'string' ? own.invoice_number.trim() : ''
  const none = typeof own.invoice_number === 'number' ? NO_TEXT : NO_NUMBER
  const fault = number === '' ? none : undefined
  return { ...WORDS, invoice_number: number, payload: { ...own, source: 'JSON' }, fault }
}

const WORDS = { changes: [], rows: [], inWords: (problem: Problem) => problem, byRow: () => [] }

/** Headings that the documents of a JSON file are told under; behind them each row has the document itself. */
export const JSON_HEADINGS = ['invoice_number']

/** A document of a JSON file as a row of its import; `row` is its place in the file, from 1. */
export const jsonRow = (row: number, given: unknown): Row => {
  const { invoice_number: number } = jsonDocument(given)
  return { row, cells: [textFault(number) === undefined ? number : '', JSON.stringify(given)] }
}

/** The document of a row again. Of several with one number nobody can say which is meant: none is taken. */
export const jsonRowDocument = (lines: readonly Row[]): FileDocument => {
  const [first, second] = lines
  const document = jsonDocument(jsonOf(first))
  const row = (second ?? first)?.row ?? 0
  return { ...document, ...(second && { fault: TWICE }), byRow: (problem) => faultsOf(problem, row) }
}

/** What stands in the file at the place of a row. */
export const jsonOf = (row: Row | undefined): unknown =>
  JSON.parse(row?.cells[JSON_HEADINGS.length] ?? 'null')

const faultsOf = (problem: Problem, row: number): RowFault[] => {
  const whole = (message: string) => ({ row, column: 'invoice_number', message })
  if (problem.kind !== 'invalid_fields') return [whole(problem.message)]
  const fields = Object.entries(problem.fields).flatMap(([column, messages]) =>
    messages.map((message) => ({ row, column, message })),
  )
  return [...fields, ...(problem.whole ?? []).map(whole)]
}

/** A document of a file of errors: as it came, with what is wrong with it. */
export const withError = (given: unknown, faults: readonly string[]): unknown =>
  isFields(given) ? { ...given, [OURS]: faults.join(' ') } : given
