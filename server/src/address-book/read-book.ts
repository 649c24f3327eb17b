import { BOOK_ROWS_MAX } from '#contract/imports/books.ts'
import type { Row } from '#domain/imports/gather.ts'
import { letterOf } from '#domain/imports/headings.ts'
import {
  type FieldFault,
  type Fields,
  readRecord,
  readRecordHeadings,
  remembering,
  type Said,
} from '#domain/imports/records.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { FAULTS_TOLD_MAX, openCsv } from '../imports/reading/open-csv.ts'
import { openText } from '../imports/reading/open-text.ts'
import type { Book, Verdict } from './book.ts'

/** A row that can be kept. */
export type Good<Known, Judged> = Row & Verdict<Judged> & { known: Known }
/** A row of which something is wrong. */
export type Bad<Known> = Row & { known: Known; faults: FieldFault[] }

export type BookFile<Known, Judged> = {
  headings: string[]
  semicolons: boolean
  lines: (Good<Known, Judged> | Bad<Known>)[]
  notes: string[]
}

/**
 * The rows of a CSV file, each judged as one that a person enters. Throws invalid_fields at `file` for what makes all
 * of it doubtful, and too_large.
 */
export const readBook = async <F extends string, Known, Judged extends Known>(
  book: Book<F, Known, Judged, unknown>,
  file: File,
  now: Date,
): Promise<BookFile<Known, Judged>> => {
  const { text, is_json, notes } = await openText(file.stream())
  if (is_json) throw invalidFields({ file: ['This file is JSON. Please choose a CSV file.'] })
  const { headings, delimiter, rows } = await openCsv(text, BOOK_ROWS_MAX)
  const { fields, faults } = readRecordHeadings(book.records, headings)
  if (faults.length > 0) throw invalidFields({ file: faults.slice(0, FAULTS_TOLD_MAX) })
  const semicolons = delimiter === ';'
  const lines: BookFile<Known, Judged>['lines'] = []
  const readLine = lineReader(
    { ...book, records: remembering(book.records) },
    { headings, fields, semicolons, now },
  )
  for await (const some of rows) lines.push(...some.map(readLine))
  return { headings, semicolons, lines, notes: notes() }
}

type Reading<F extends string> = {
  headings: readonly string[]
  fields: Fields<F>
  semicolons: boolean
  now: Date
}

const lineReader =
  <F extends string, Known, Judged extends Known>(
    book: Book<F, Known, Judged, unknown>,
    { headings, fields, semicolons, now }: Reading<F>,
  ) =>
  (row: Row): Good<Known, Judged> | Bad<Known> => {
    const { said, faults, changes } = readRecord(book.records, fields, row.cells, { semicolons })
    const known = book.knownOf(said)
    const wrong = [...faults, ...headless(headings, row)]
    const verdict = judge(book, said, now)
    // Of a cell that cannot be read that it is absent is no news.
    const others =
      'faults' in verdict
        ? verdict.faults.filter(({ field }) => !wrong.some((one) => one.field === field))
        : []
    if ('faults' in verdict || wrong.length > 0) return { ...row, known, faults: [...wrong, ...others] }
    return { ...row, known, ...verdict, changes: [...changes, ...verdict.changes] }
  }

const headless = (headings: readonly string[], { cells }: Row): FieldFault[] =>
  headings.flatMap((heading, at) =>
    heading === '' && cells[at]?.trim()
      ? [{ field: letterOf(at), message: 'This column has no heading.' }]
      : [],
  )

const judge = <F extends string, Known, Judged extends Known>(
  book: Book<F, Known, Judged, unknown>,
  said: Said<F>,
  now: Date,
): Verdict<Judged> | { faults: FieldFault[] } => {
  try {
    refuseBadTexts(said)
    return book.judge(said, now)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'invalid_fields') throw error
    const { fields, whole = [] } = error.problem
    const named = Object.entries(fields).flatMap(([field, messages]) =>
      messages.map((message) => ({ field, message })),
    )
    return { faults: [...named, ...whole.map((message) => ({ field: '', message }))] }
  }
}
