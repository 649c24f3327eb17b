import { own } from '#codes/own.ts'
import { type CustomerImport, ROWS_TOLD_MAX } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { CUSTOMER_HEADINGS } from '#domain/imports/customer-headings.ts'
import { addCustomers, findAlike, type Known, keyOf } from '../customers/add-many.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import { errorFile } from '../imports/reading/error-file.ts'
import type { Db } from '../platform/db/database.ts'
import { type CustomerFile, type Line, readCustomers } from './read-customers.ts'

type By = { db: Db; caller: Caller; now: Date }
type Input = { file: File; sender_entity_code: string; check_only?: boolean | null }

/** So many are added in one transaction: some tens of milliseconds, in which the company's other changes wait. */
const ROWS_PER_TRANSACTION = 200

/**
 * Adds the customers of a CSV file to the address book of one of the caller's companies, or tells what would become of
 * it. What was added before something broke off stays, and is there already when the file comes again. Throws
 * invalid_fields for the company and for a file that cannot be read, and too_large.
 */
export const importCustomers = async (by: By, input: Input): Promise<CustomerImport> => {
  const check_only = input.check_only === true
  const { id: sender_entity_id } = await chooseEntity(by, { entity_code: input.sender_entity_code })
  const file = await readCustomers(input.file, by.now)
  const sorted = sort(file.lines, await alikeOf(by, sender_entity_id, file.lines))
  if (!check_only) await add(by, sender_entity_id, sorted)
  return answerOf(file, sorted, check_only)
}

type Good = Extract<Line, { customer: unknown }>
type Bad = Extract<Line, { faults: unknown }>
type Skipped = CustomerImport['there_already'][number]
type Sorted = { good: Good[]; skipped: Skipped[]; bad: Bad[] }

const alikeOf = async ({ db }: By, sender_entity_id: string, lines: readonly Line[]) => {
  const there = new Map<string, Known>()
  for (let from = 0; from < lines.length; from += ROWS_PER_TRANSACTION) {
    const some = lines.slice(from, from + ROWS_PER_TRANSACTION).map(({ known }) => known)
    for (const [key, known] of await findAlike(db, sender_entity_id, some)) there.set(key, known)
  }
  return there
}

/** Who is there already stays as they are, whatever else their row says. */
const sort = (lines: readonly Line[], there: ReadonlyMap<string, Known>): Sorted => {
  const sorted: Sorted = { good: [], skipped: [], bad: [] }
  const said = new Map<string, Good>()
  for (const line of lines) {
    const key = keyOf(line.known)
    const known = there.get(key)
    const first = said.get(key)
    if (known) sorted.skipped.push(skippedOf(line, known, null))
    else if ('faults' in line) sorted.bad.push(line)
    else if (first) sorted.skipped.push(skippedOf(line, first.known, first.row))
    else {
      said.set(key, line)
      sorted.good.push(line)
    }
  }
  return sorted
}

const skippedOf = ({ row }: Line, { name, identity_number }: Known, same_as: number | null): Skipped => ({
  ...{ row, name, identity_number, same_as },
})

/** Adds those that are good; who has come meanwhile is there already. */
const add = async (by: By, sender_entity_id: string, sorted: Sorted): Promise<void> => {
  const good = sorted.good.splice(0)
  for (let from = 0; from < good.length; from += ROWS_PER_TRANSACTION) {
    const some = good.slice(from, from + ROWS_PER_TRANSACTION)
    const customers = some.map(({ customer }) => customer)
    const added = await addCustomers(by, { sender_entity_id, customers })
    for (const line of some) {
      if (added.has(keyOf(line.known))) sorted.good.push(line)
      else sorted.skipped.push(skippedOf(line, line.known, null))
    }
  }
}

const answerOf = (
  file: CustomerFile,
  { good, skipped, bad }: Sorted,
  check_only: boolean,
): CustomerImport => ({
  ...{ check_only, rows: file.lines.length },
  ...{ added: good.length, skipped: skipped.length, refused: bad.length },
  there_already: skipped.slice(0, ROWS_TOLD_MAX),
  errors: bad
    .flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })))
    .slice(0, ROWS_TOLD_MAX),
  changes: [
    ...new Map(
      good.flatMap(({ changes }) => changes.map((one) => [`${one.field} ${one.why}`, one])),
    ).values(),
  ],
  notes: file.notes,
  ...(bad.length > 0 && { error_file: errorFile(file.headings, bad.map(refusedOf), file) }),
})

const refusedOf = ({ row, cells, faults }: Bad) => ({
  rows: [{ row, cells }],
  faults: faults.map(({ field, message }) => ({
    ...{ row, message },
    column: own<string>(CUSTOMER_HEADINGS, field) ?? field,
  })),
})
