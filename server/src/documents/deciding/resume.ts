import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { transition } from '../life/transition.ts'
import { actorOf, type DocumentRow, lockDocument, subjectOf } from '../store/rows.ts'

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
    return transition(tx, document, { event, actor: actorOf(caller), why: '', now })
  })
