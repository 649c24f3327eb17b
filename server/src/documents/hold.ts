import { type Caller, holds } from '#domain/access/caller.ts'
import { conflict, flagMissing } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { openAttempt } from './attempts.ts'
import { actorOf, type DocumentRow, lockDocument } from './rows.ts'
import { transition } from './transition.ts'

/**
 * Keeps an approved document from going out until a person releases it (decisions.md §3). For those who may
 * approve. Throws conflict `wrong_status` when it is on its way already.
 */
export const holdDocument = (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  uuid: string,
  why: string,
): Promise<DocumentRow> => {
  if (!holds(caller, 'can_approve_invoice')) throw flagMissing()
  return inTransaction(db, async (tx) => {
    const document = await lockDocument(tx, caller, uuid)
    // Between intent and answer the status is still Approved, but the bytes may have left.
    if (await openAttempt(tx, document.id, document.revision)) {
      throw conflict('wrong_status', 'The document is on its way to LHDN; this is no longer possible.')
    }
    return transition(tx, document, { event: 'hold', actor: actorOf(caller), why, now })
  })
}
