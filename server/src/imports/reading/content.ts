import type { Change } from '#domain/identity/normalise.ts'
import type { Writing } from '#domain/imports/cells.ts'
import type { Row } from '#domain/imports/gather.ts'
import { type Problem, ProblemError } from '#domain/problems.ts'

/** What is wrong with a row, at the column of this heading; `row` 0 where the file has none. */
export type RowFault = { row: number; column: string; message: string }

/** One document of a file, of whatever kind the file is. */
export type FileDocument = {
  invoice_number: string
  payload: unknown
  /** Why it cannot be taken, where its cells say that already. */
  fault: ProblemError | undefined
  /** What reading it wrote otherwise than it stands in the file. */
  changes: Change[]
  /** The rows that it consists of; none of a JSON file. */
  rows: readonly Row[]
  /** A problem with fields of the payload, in the words of the file. */
  inWords(problem: Problem): Problem
  /** The same by row. */
  byRow(problem: Problem): RowFault[]
}

/** What a file holds; `headings` as they came, and how it is written, of CSV alone. */
export type FileContent = { documents: FileDocument[]; headings?: string[] } & Writing

export const tooMany = (most: number, what: string) =>
  new ProblemError({
    kind: 'too_large',
    code: 'too_large',
    message: `The file has more than ${most.toLocaleString('en')} ${what}. No more fit one upload: split the file.`,
  })
