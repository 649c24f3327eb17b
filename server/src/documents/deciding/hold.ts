import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { SYSTEM, transition } from '../life/transition.ts'
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

/**
 * Of a row of `documents` that is OnHold: whether somebody held it. What a person holds a person releases; only what
 * the server held goes on by itself (decisions.md §3).
 */
export const HELD_BY_PERSON = sql<boolean>`(
  SELECT h.actor_id IS NOT NULL OR h.actor_name <> ${SYSTEM.actor_name} FROM document_history AS h
  WHERE h.document_id = documents.id AND h.event = 'hold' ORDER BY h.id DESC LIMIT 1)`

/** Of these documents the ones that somebody held last. */
export const heldByPerson = async (handle: Db | Tx, ids: readonly string[]): Promise<Set<string>> => {
  const held = on(handle).selectFrom('documents').where('id', 'in', ids).where(HELD_BY_PERSON).select('id')
  return new Set((await held.execute()).map(({ id }) => id))
}

/** Whether it is OnHold because somebody held it. */
export const isHeldByPerson = async (handle: Db | Tx, { id, status }: Pick<DocumentRow, 'id' | 'status'>) =>
  status === 'OnHold' && (await heldByPerson(handle, [id])).has(id)
