import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { type Actor, AUTHORITY, SYSTEM, transition } from '../life/transition.ts'
import { openAttempt } from '../sending/attempts.ts'
import { actorOf, type DocumentRow, lockDocument, subjectOf } from '../store/rows.ts'
import { on } from '../store/tables.ts'

/**
 * Keeps an approved document from going out until a person releases it (decisions.md §3), also one that the server
 * held. For those who may approve. Throws conflict `wrong_status` when it is on its way already.
 */
export const holdDocument = (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { uuid, reason: why }: { uuid: string; reason: string },
): Promise<DocumentRow> =>
  inTransaction(db, async (tx) => {
    const document = await lockDocument(tx, caller, uuid)
    const held_by_person = await isHeldByPerson(tx, document)
    requireMay(may(caller, 'hold', { ...subjectOf(document), held_by_person }, now))
    // Between intent and answer the status is still Approved, but the bytes may have left.
    if (await openAttempt(tx, document.id, document.revision)) {
      throw conflict('wrong_status', 'The document is on its way to LHDN; this is no longer possible.')
    }
    return transition(tx, document, { event: 'hold', actor: actorOf(caller), why, now })
  })

/** Of a row of `documents` that is OnHold: whether somebody else than these held it. */
const heldByOthersThan = (...actors: readonly Actor[]) => sql<boolean>`(
  SELECT h.actor_id IS NOT NULL OR h.actor_name <> ALL(${actors.map(({ actor_name }) => actor_name)}::text[])
  FROM document_history AS h
  WHERE h.document_id = documents.id AND h.event = 'hold' ORDER BY h.id DESC LIMIT 1)`

/** Of a row of `documents` that is OnHold: whether a person held it. */
export const HELD_BY_PERSON = heldByOthersThan(SYSTEM, AUTHORITY)

/**
 * Of a row of `documents` that is OnHold: whether it stays so until a person releases it. Only what the server held
 * goes on by itself (decisions.md §3); not what LHDN has already, nor what a person holds.
 */
export const STAYS_HELD = heldByOthersThan(SYSTEM)

/** Of these documents the ones that are held so. */
export const heldSo = async (
  handle: Db | Tx,
  ids: readonly string[],
  so: typeof STAYS_HELD,
): Promise<Set<string>> => {
  const held = on(handle).selectFrom('documents').where('id', 'in', ids).where(so).select('id')
  return new Set((await held.execute()).map(({ id }) => id))
}

/** Whether it is OnHold because a person held it. */
export const isHeldByPerson = async (handle: Db | Tx, { id, status }: Pick<DocumentRow, 'id' | 'status'>) =>
  status === 'OnHold' && (await heldSo(handle, [id], HELD_BY_PERSON)).has(id)
