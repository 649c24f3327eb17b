import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { transition } from '../life/transition.ts'
import { foundOf, isRecognising } from '../sending/compared.ts'
import { actorOf, type DocumentRow, type LockedDocument, lockDocument, subjectOf } from '../store/rows.ts'

/**
 * Sends a failed document again as it is (`retry`), or lets a held one go (`release`). The content is the one
 * that was approved, so no new approval is needed; the send job checks the hash.
 */
export const resume = (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { uuid, event }: { uuid: string; event: 'retry' | 'release' },
): Promise<DocumentRow> =>
  inTransaction(db, async (tx) => {
    const document = await lockDocument(tx, caller, uuid)
    requireMay(may(caller, event, subjectOf(document), now))
    if (event === 'release') await demandLookedAt(tx, document, now)
    return transition(tx, document, { event, actor: actorOf(caller), why: '', now })
  })

/**
 * Throws conflict `recognising` for what LHDN seems to have, until it is known whether it does: whoever held it since,
 * it would be sent a second time.
 */
const demandLookedAt = async (tx: Tx, document: LockedDocument, now: Date): Promise<void> => {
  const found = (await foundOf(tx, document, [document.id])).get(document.id)
  if (!found || !isRecognising(found, now)) return
  throw conflict(
    'recognising',
    'Lulus is asking LHDN whether it has this very document. Released now, it could be sent twice. Try again later.',
  )
}
