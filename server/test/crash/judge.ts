import { on } from '../../src/documents/store/tables.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { Told } from './clients.ts'
import type { LedgerEntry } from './stage.ts'

/** What must never be, in words. */
export type Findings = { lost: string[]; doubled: string[]; failed: string[] }

/**
 * Holds what clients were told, what the database says and what the authority holds against each other, when nothing
 * is on its way any more.
 */
export const judge = async (db: Db, told: Told, ledger: readonly LedgerEntry[]): Promise<Findings> => {
  const rows = await readRows(db)
  const valid = new Map<string, string[]>()
  for (const { codeNumber, uuid, status } of ledger)
    if (status === 'Valid') valid.set(codeNumber, [...(valid.get(codeNumber) ?? []), uuid])
  return {
    lost: [...lostOf(rows, told, valid), ...(await gapsOf(db, rows))],
    doubled: [...doubledOf(rows, told, valid), ...unwantedOf(rows, told, ledger)],
    failed: await failedOf(db),
  }
}

type Row = Awaited<ReturnType<typeof readRows>>[number]
/** The uuids that the authority holds as valid, by document number. */
type Valid = ReadonlyMap<string, readonly string[]>

const readRows = (db: Db) =>
  on(db)
    .selectFrom('documents')
    .select(['id', 'invoice_number', 'sender_store_code', 'status', 'authority_uuid'])
    .execute()

/** Whatever a client was told exists; whatever was approved is valid, here and there, under the same uuid. */
const lostOf = (rows: readonly Row[], told: Told, valid: Valid): string[] => {
  const stored = new Map(rows.map((row) => [row.id, row]))
  return [...told].flatMap(([id, { number, approved }]) => {
    const row = stored.get(id)
    if (row?.invoice_number !== number) return [`${number}: a client was told that it was stored`]
    if (!approved)
      return row.status === 'Pending Approval' ? [] : [`${number}: ${row.status} without approval`]
    if (row.status !== 'Validated') return [`${number}: approved, and ${row.status}`]
    return valid.get(number)?.includes(row.authority_uuid ?? '')
      ? []
      : [`${number}: recorded as ${row.authority_uuid}, held as ${valid.get(number)?.join() ?? 'nothing'}`]
  })
}

/** A number that was claimed belongs to a document: none was swallowed by a kill. */
const gapsOf = async (db: Db, rows: readonly Row[]): Promise<string[]> => {
  const counters = await on(db)
    .selectFrom('number_counters')
    .select((eb) => eb.fn.sum('last_count').as('claimed'))
    .executeTakeFirst()
  const claimed = Number(counters?.claimed)
  return claimed === rows.length ? [] : [`${claimed} numbers were claimed for ${rows.length} documents`]
}

/** Each document is what one client asked for once, under a number of its own, and valid once. */
const doubledOf = (rows: readonly Row[], told: Told, valid: Valid): string[] => {
  const numbers = new Set(rows.map((row) => row.invoice_number))
  return [
    ...rows.filter((row) => !told.has(row.id)).map((row) => `${row.invoice_number}: nobody asked for it`),
    ...(numbers.size === rows.length ? [] : ['a number was given twice']),
    ...[...valid]
      .filter(([, uuids]) => uuids.length > 1)
      .map(([number, uuids]) => `${number}: valid as ${uuids.join()}`),
  ]
}

/** The authority has received nothing but what was approved. */
const unwantedOf = (rows: readonly Row[], told: Told, ledger: readonly LedgerEntry[]): string[] => {
  const wanted = new Set(
    rows.filter((row) => told.get(row.id)?.approved === true).map((row) => row.invoice_number),
  )
  return ledger
    .filter((copy) => !wanted.has(copy.codeNumber))
    .map((copy) => `${copy.codeNumber}: sent unapproved`)
}

/** At any moment, not only at the end. */
const failedOf = async (db: Db): Promise<string[]> => {
  const shown = await on(db)
    .selectFrom('document_history')
    .where('to_status', 'in', ['Submission Failed', 'Invalid', 'OnHold'])
    .select(['document_id', 'to_status', 'why'])
    .execute()
  return shown.map((line) => `${line.document_id}: shown as ${line.to_status}; ${line.why}`)
}
