import { CUSTOMER_ROWS_MAX, CustomerWrite } from '#contract/customers.ts'
import { emptyParty } from '#domain/documents/document.ts'
import { type Change, normaliseIdentity } from '#domain/identity/normalise.ts'
import { type FieldFault, readCustomerHeadings, readCustomerRow } from '#domain/imports/customer-columns.ts'
import type { CustomerField } from '#domain/imports/customer-headings.ts'
import type { Row } from '#domain/imports/gather.ts'
import { letterOf } from '#domain/imports/headings.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import type { Known } from '../customers/add-many.ts'
import { type JudgedCustomer, judgeCustomer } from '../customers/judge.ts'
import { FAULTS_TOLD_MAX, openCsv } from '../imports/reading/open-csv.ts'
import { openText } from '../imports/reading/open-text.ts'
import { readAs } from '../platform/http/read-input.ts'

/** A row of a file of customers: by what it is known again, and whom it says, or what is wrong with it. */
export type Line = Row & { known: Known } & Verdict
type Verdict = { customer: JudgedCustomer; changes: Change[] } | { faults: FieldFault[] }

export type CustomerFile = { headings: string[]; semicolons: boolean; lines: Line[]; notes: string[] }

/**
 * The rows of a CSV file of customers, each judged as one that a person enters. Throws invalid_fields at `file` for
 * what makes all of it doubtful, and too_large.
 */
export const readCustomers = async (file: File, now: Date): Promise<CustomerFile> => {
  const { text, is_json, notes } = await openText(file.stream())
  if (is_json) throw invalidFields({ file: ['This file is JSON. Please choose a CSV file.'] })
  const { headings, delimiter, rows } = await openCsv(text, CUSTOMER_ROWS_MAX)
  const { fields, faults } = readCustomerHeadings(headings)
  if (faults.length > 0) throw invalidFields({ file: faults.slice(0, FAULTS_TOLD_MAX) })
  const lines: Line[] = []
  for await (const some of rows) for (const row of some) lines.push(readLine(headings, fields, row, now))
  return { headings, semicolons: delimiter === ';', lines, notes: notes() }
}

type Fields = readonly (CustomerField | undefined)[]

const readLine = (headings: readonly string[], fields: Fields, row: Row, now: Date): Line => {
  const { said, faults } = readCustomerRow(fields, row.cells)
  const known = normaliseIdentity({ ...emptyParty, ...said }).party
  const nameless = headings.flatMap((heading, at) =>
    heading === '' && row.cells[at]?.trim()
      ? [{ field: letterOf(at), message: 'This column has no heading.' }]
      : [],
  )
  const wrong = [...faults, ...nameless]
  const verdict = judged(said, now)
  // Of a cell that cannot be read that it is absent is no news.
  const others =
    'faults' in verdict ? verdict.faults.filter(({ field }) => !wrong.some((one) => one.field === field)) : []
  return {
    ...row,
    known,
    ...(wrong.length + others.length > 0 ? { faults: [...wrong, ...others] } : verdict),
  }
}

const judged = (said: Readonly<Record<string, unknown>>, now: Date): Verdict => {
  try {
    refuseBadTexts(said)
    return judgeCustomer(readAs(CustomerWrite, said), now)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'invalid_fields') throw error
    const { fields, whole = [] } = error.problem
    const named = Object.entries(fields).flatMap(([field, messages]) =>
      messages.map((message) => ({ field, message })),
    )
    return { faults: [...named, ...whole.map((message) => ({ field: '', message }))] }
  }
}
