import { type BookReply, ROWS_TOLD_MAX } from '#contract/imports/books.ts'
import { headingOf, type Records } from '#domain/imports/records.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import { errorFile } from '../imports/reading/error-file.ts'
import type { Book, By } from './book.ts'
import { type Bad, type BookFile, type Good, readBook } from './read-book.ts'

export type Input = { file: File; sender_entity_code: string; check_only?: boolean | null }

/** So many are added in one transaction: some tens of milliseconds, in which the company's other changes wait. */
const ROWS_PER_TRANSACTION = 200
/** So many rows are named of which the same is told. */
const ROWS_NAMED_MAX = 10

/**
 * Adds what stands in a CSV file to a book of one of the caller's companies, or tells what would become of it. What was
 * added before something broke off stays, and is there already when the file comes again. Throws invalid_fields for the
 * company and for a file that cannot be read, and too_large.
 */
export const importBook = async <F extends string, Known, Judged extends Known, There extends object>(
  book: Book<F, Known, Judged, There>,
  by: By,
  input: Input,
): Promise<BookReply<There>> => {
  const check_only = input.check_only === true
  const { id: sender_entity_id } = await chooseEntity(by, { entity_code: input.sender_entity_code })
  const file = await readBook(book, input.file, by.now)
  const known = file.lines.map((line) => line.known)
  const sorted = sort(book, file, await alikeOf(book, by, { sender_entity_id, known }))
  if (!check_only) await add(book, by, { sender_entity_id, sorted })
  return answerOf(book, file, { sorted, check_only })
}

/** Left as it is: what is there, or the first row of the file that says the same. */
type Skipped<Known> = { row: number; known: Known; same_as: number | null }
type Sorted<Known, Judged> = {
  good: Good<Known, Judged>[]
  skipped: Skipped<Known>[]
  bad: Bad<Known>[]
}

const alikeOf = async <Known>(
  { findAlike }: Pick<Book<never, Known, Known, unknown>, 'findAlike'>,
  { db }: By,
  { sender_entity_id, known }: { sender_entity_id: string; known: readonly Known[] },
) => {
  const there = new Map<string, Known>()
  for (let from = 0; from < known.length; from += ROWS_PER_TRANSACTION) {
    const some = known.slice(from, from + ROWS_PER_TRANSACTION)
    for (const [key, one] of await findAlike(db, sender_entity_id, some)) there.set(key, one)
  }
  return there
}

/** What is there already stays as it is, whatever else its row says. */
const sort = <Known, Judged extends Known>(
  { keyOf }: Pick<Book<never, Known, Known, unknown>, 'keyOf'>,
  { lines }: BookFile<Known, Judged>,
  there: ReadonlyMap<string, Known>,
): Sorted<Known, Judged> => {
  const sorted: Sorted<Known, Judged> = { good: [], skipped: [], bad: [] }
  const said = new Map<string, Good<Known, Judged>>()
  for (const line of lines) {
    const { row } = line
    const key = keyOf(line.known)
    const known = there.get(key)
    const first = said.get(key)
    if (known) sorted.skipped.push({ row, known, same_as: null })
    else if ('faults' in line) sorted.bad.push(line)
    else if (first) sorted.skipped.push({ row, known: first.judged, same_as: first.row })
    else {
      said.set(key, line)
      sorted.good.push(line)
    }
  }
  return sorted
}

/** Adds those that are good; what has come meanwhile is there already. */
const add = async <F extends string, Known, Judged extends Known>(
  book: Book<F, Known, Judged, unknown>,
  by: By,
  { sender_entity_id, sorted }: { sender_entity_id: string; sorted: Sorted<Known, Judged> },
): Promise<void> => {
  const good = sorted.good.splice(0)
  for (let from = 0; from < good.length; from += ROWS_PER_TRANSACTION) {
    const some = good.slice(from, from + ROWS_PER_TRANSACTION)
    const added = await book.add(by, { sender_entity_id, rows: some.map(({ judged }) => judged) })
    for (const line of some) {
      if (added.has(book.keyOf(line.known))) sorted.good.push(line)
      else sorted.skipped.push({ row: line.row, known: line.judged, same_as: null })
    }
  }
}

const answerOf = <F extends string, Known, Judged extends Known, There extends object>(
  book: Book<F, Known, Judged, There>,
  file: BookFile<Known, Judged>,
  { sorted: { good, skipped, bad }, check_only }: { sorted: Sorted<Known, Judged>; check_only: boolean },
): BookReply<There> => ({
  ...{ check_only, rows: file.lines.length },
  ...{ added: good.length, skipped: skipped.length, refused: bad.length },
  there_already: skipped
    .slice(0, ROWS_TOLD_MAX)
    .map(({ row, known, same_as }) => ({ row, ...book.tell(known), same_as })),
  errors: bad
    .flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })))
    .slice(0, ROWS_TOLD_MAX),
  changes: [
    ...new Map(
      good.flatMap(({ changes }) => changes.map((one) => [`${one.field} ${one.why}`, one])),
    ).values(),
  ],
  notes: [...file.notes, ...doubtsOf(good)],
  ...(bad.length > 0 && {
    error_file: errorFile(file.headings, bad.map(refusedIn(book.records)), file),
  }),
})

/** Each doubt once, with its rows. */
const doubtsOf = (good: readonly Good<unknown, unknown>[]): string[] => {
  const told = good.flatMap(({ row, doubts = [] }) => doubts.map((doubt) => ({ row, doubt })))
  return [...Map.groupBy(told, ({ doubt }) => doubt)].map(([doubt, alike]) => {
    const named = alike.slice(0, ROWS_NAMED_MAX).map(({ row }) => row)
    if (alike.length > named.length)
      return `Rows ${named.join(', ')} and ${alike.length - named.length} more: ${doubt}`
    return named.length > 1 ? `Rows ${named.join(', ')}: ${doubt}` : `Row ${named.join()}: ${doubt}`
  })
}

const refusedIn =
  (records: Records<string>) =>
  ({ row, cells, faults }: Bad<unknown>) => ({
    rows: [{ row, cells }],
    faults: faults.map(({ field, message }) => ({ row, message, column: headingOf(records, field) })),
  })
