import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { HELD_BY_PERSON, heldSo } from '../life/held.ts'
import { transition } from '../life/transition.ts'
import { openAttempt } from '../sending/attempts.ts'
import { actorOf, type DocumentRow, lockDocument, subjectOf } from '../store/rows.ts'

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

/** Whether it is OnHold because a person held it. */
export const isHeldByPerson = async (handle: Db | Tx, { id, status }: Pick<DocumentRow, 'id' | 'status'>) =>
  status === 'OnHold' && (await heldSo(handle, [id], HELD_BY_PERSON)).has(id)
