import { plainName } from '../text/plain-name.ts'
import { readCell } from './cells.ts'
import { type Column, columnHeaded } from './columns.ts'
import { CUSTOMER_FIELDS, CUSTOMER_HEADINGS, type CustomerField } from './customer-headings.ts'
import { guessColumns } from './guess.ts'
import { letterOf, unknownHeading } from './headings.ts'

/** Those that every file must have: by them a customer is known again. */
const NEEDED = ['name', 'identity_number'] as const satisfies readonly CustomerField[]

/** What our own files say besides, and nobody can set. */
const IGNORED: ReadonlySet<string> = new Set(['entity_code', 'row', 'error'].map(plainName))

const KNOWN: ReadonlyMap<string, CustomerField> = new Map(
  CUSTOMER_FIELDS.flatMap((field) => [
    [plainName(CUSTOMER_HEADINGS[field]), field],
    [plainName(field), field],
    [plainName(`customer.${field}`), field],
  ]),
)

const fieldGuessed = (column: Column | undefined): CustomerField | undefined =>
  column?.part === 'customer' ? CUSTOMER_FIELDS.find((field) => field === column.field) : undefined

/** The field of each column; undefined where it is ignored or has no heading. */
type CustomerHeadings = { fields: (CustomerField | undefined)[]; faults: string[] }

/**
 * What the first row of a file of customers means: our own headings, the names of fields, and what else people write
 * (`guess.ts`). `faults` names unknown headings, double ones, and those that are needed and absent.
 */
export const readCustomerHeadings = (cells: readonly string[]): CustomerHeadings => {
  const guessed = guessColumns(cells)
  const isRead = (cell: string) => cell.trim() !== '' && !IGNORED.has(plainName(cell))
  const fields = cells.map((cell, at) =>
    isRead(cell) ? (KNOWN.get(plainName(cell)) ?? fieldGuessed(guessed[at])) : undefined,
  )
  const unknown = cells.flatMap((cell, at) =>
    isRead(cell) && fields[at] === undefined
      ? [unknownHeading(cell, at, Object.values(CUSTOMER_HEADINGS))]
      : [],
  )
  const doubles = fields.flatMap((field, at) => {
    const first = fields.indexOf(field)
    return field !== undefined && first < at
      ? [`${CUSTOMER_HEADINGS[field]} stands in column ${letterOf(first)} and in column ${letterOf(at)}.`]
      : []
  })
  const missing = NEEDED.filter((field) => !fields.includes(field)).map(
    (field) => `There is no column ${CUSTOMER_HEADINGS[field]}.`,
  )
  return { fields, faults: [...unknown, ...doubles, ...missing] }
}

export type FieldFault = { field: string; message: string }

/** One row under these fields: what it says, as a caller would send it, and what is wrong with its cells. */
export const readCustomerRow = (
  fields: readonly (CustomerField | undefined)[],
  cells: readonly string[],
): { said: Partial<Record<CustomerField, string>>; faults: FieldFault[] } => {
  const said: Partial<Record<CustomerField, string>> = {}
  const faults: FieldFault[] = []
  for (const [at, field] of fields.entries()) {
    if (field === undefined) continue
    const read = readCell(COLUMN_OF[field], cells[at] ?? '')
    if ('message' in read) faults.push({ field, message: read.message })
    else if (read.value !== '') said[field] = read.value
  }
  return { said, faults }
}

const OTHERS: Partial<Record<CustomerField, Column['kind']>> = {
  contact_reference: 'identifier',
  bank_number: 'identifier',
}

// Object.fromEntries forgets the keys; CUSTOMER_FIELDS holds each of them once.
const COLUMN_OF = Object.fromEntries(
  CUSTOMER_FIELDS.map((field): [CustomerField, Column] => [
    field,
    columnHeaded(`customer.${field}`) ?? { part: 'customer', field, kind: OTHERS[field] ?? 'text' },
  ]),
) as Record<CustomerField, Column>
