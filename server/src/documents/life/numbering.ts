import { NUMBER_FREE } from '#domain/documents/lifecycle.ts'
import { documentNumber, readNumber, runningNumber } from '#domain/documents/numbering.ts'
import { conflict } from '#domain/problems.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'

/** Each environment counts for itself: trials leave no gap among tax documents (decision 007). */
type Series = Pick<DocumentRow, 'store_code_id' | 'invoice_type' | 'environment'>

/** The running number which the next document of this series would get; nothing is claimed. */
export const previewNumber = async (db: Db, series: Series): Promise<string> => {
  const { store_code_id, invoice_type, environment } = series
  const row = await on(db)
    .selectFrom('number_counters')
    .where('store_code_id', '=', store_code_id)
    .where('invoice_type', '=', invoice_type)
    .where('environment', '=', environment)
    .select('last_count')
    .executeTakeFirst()
  return runningNumber(invoice_type, (row?.last_count ?? 0) + 1)
}

/** Numbers of this very series that documents brought are stepped over, so many at most in one go. */
const TAKEN_MAX = 10_000

type OwnSeries = Series & Pick<DocumentRow, 'sender_entity_id'> & { store_code: string }

/**
 * Claims the next number for the document that this transaction saves; a document may have brought it. The counter's
 * row stays locked until the transaction ends and a rollback gives the number back, so the series has no gaps
 * (decisions.md §3).
 */
export const nextNumber = async (tx: Tx, series: OwnSeries): Promise<string> => {
  const count = await increment(tx, series)
  return documentNumber(series.store_code, runningNumber(series.invoice_type, count))
}

/** The same, for a number that no document has. */
export const nextFreeNumber = async (tx: Tx, series: OwnSeries): Promise<string> => {
  for (let tries = 0; tries < TAKEN_MAX; tries++) {
    const number = await nextNumber(tx, series)
    if (!(await isTaken(tx, series, number))) return number
  }
  throw conflict('number_taken', `The next ${TAKEN_MAX} numbers of this series are already in use.`)
}

/**
 * The number of a document that goes along to another environment by an edit. It stays; but where another document has
 * it there by now, that of a trial gives way to the next if it was given here. One that was brought stands in books
 * elsewhere, and a tax document's in its series: these are refused by the index.
 */
export const numberGoingAlong = async (
  tx: Tx,
  current: DocumentRow,
  environment: DocumentRow['environment'],
): Promise<string> => {
  const { invoice_number: number, invoice_type, content } = current
  const store_code = content.sender_store_code
  const series = { ...current, environment, store_code }
  const is_trial_gone_along = environment !== current.environment && current.environment !== 'prod'
  const is_given_here =
    content.source === 'UI' && readNumber([store_code])(number)?.invoice_type === invoice_type
  if (!is_trial_gone_along || !is_given_here) return number
  return (await isTaken(tx, series, number)) ? nextFreeNumber(tx, series) : number
}

const increment = async (
  tx: Tx,
  { store_code_id, invoice_type, environment, sender_entity_id }: OwnSeries,
): Promise<number> => {
  const row = await on(tx)
    .insertInto('number_counters')
    .values({ store_code_id, invoice_type, environment, sender_entity_id, last_count: 1 })
    .onConflict((same) =>
      same
        .columns(['store_code_id', 'invoice_type', 'environment', 'sender_entity_id'])
        .doUpdateSet((eb) => ({ last_count: eb('number_counters.last_count', '+', 1) })),
    )
    .returning('last_count')
    .executeTakeFirstOrThrow()
  return row.last_count
}

/** By the same rule as the unique index `documents_number`. */
const isTaken = async (
  tx: Tx,
  { sender_entity_id, environment }: OwnSeries,
  number: string,
): Promise<boolean> => {
  const row = await on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('invoice_number', '=', number)
    .where('environment', '=', environment)
    .where('status', 'not in', NUMBER_FREE)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
