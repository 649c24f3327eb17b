import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { isNote, type TaxDocument } from '#domain/documents/document.ts'
import { NUMBER_FREE } from '#domain/documents/lifecycle.ts'
import { inNamedEntities } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { MADE_FOR_NOW } from '../store/conditions.ts'
import { keepOriginals } from '../store/originals.ts'
import { actorOf, insertDocuments } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { chargingOf, comingOriginal, keepToOriginals } from './credit-limit.ts'
import { columnsOf, newRow, type Place, type SavedBy } from './save.ts'
import { recordCreation } from './transition.ts'

/**
 * A document as it is written: its columns, what was sent in for it as JSON, and it itself where it is a note of
 * another one, or what notes of it are held to.
 */
export type Written = ReturnType<typeof written>

/**
 * Puts a document down as it is written, which takes longer than all that is left to do with it: before the transaction
 * that stores it, not in there.
 */
export const written = (document: TaxDocument, came: unknown) => ({
  columns: columnsOf(document),
  note: isNote(document.invoice_type) ? document : undefined,
  charging: chargingOf(document),
  original: JSON.stringify(came),
})

/** A new document that brings a number, and where it belongs. */
export type NewDocument = Written & { place: Place }

/**
 * Who stores. `inserted` is awaited once the documents are in and nothing is that goes along with them: up to there a
 * transaction takes no lock that another one asks for afterwards.
 */
export type StoringMany = Pick<SavedBy, 'caller' | 'lane' | 'now'> & { inserted?: () => Promise<unknown> }

/**
 * Stores new documents as Pending Approval, as `createDocument` does each, in a few statements however many there
 * are. Answers their ids in the same order. When any of their numbers is taken the database refuses all
 * (`documents_number`); throws invalid_fields where one of them is a note that its original does not bear.
 */
export const createDocuments = async (
  tx: Tx,
  wanted: readonly NewDocument[],
  by: StoringMany,
): Promise<string[]> => {
  const notes = wanted.flatMap(({ place, note }) => (note ? [{ ...place, content: note }] : []))
  const beside = wanted.flatMap(({ place, charging }) => (charging ? [comingOriginal(place, charging)] : []))
  await keepToOriginals(tx, by.caller, notes, beside)
  const made = wanted.map(({ place, columns, original }) => ({
    original,
    row: {
      ...newRow(place, columns, by),
      ...{ id: randomUUID(), revision: 1, status: 'Pending Approval' as const },
    },
  }))
  const rows = made.map(({ row }) => row)
  await insertDocuments(tx, rows)
  await by.inserted?.()
  const states = rows.map((row) => ({ ...row, authority_uuid: null, submission_uid: null }))
  await recordCreation(tx, states, actorOf(by.caller), by.now)
  const brought = made.map(({ row, original }) => ({ ...row, original }))
  await keepOriginals(tx, brought, by.now)
  return rows.map(({ id }) => id)
}

/** Which of these numbers documents of the caller's companies have, of those for where they send to now. */
export const numbersInUse = async (
  db: Db,
  caller: Caller,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await on(db)
    .selectFrom('documents')
    .where(inNamedEntities(caller, 'sender_entity_id'))
    .where(sql<boolean>`invoice_number = ANY(${[...numbers]})`)
    .where('status', 'not in', NUMBER_FREE)
    .where(MADE_FOR_NOW)
    .select('invoice_number')
    .execute()
  return new Set(rows.map(({ invoice_number }) => invoice_number))
}
