import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict, ProblemError } from '#domain/problems.ts'
import { explain } from '../authority/sentences.ts'
import { withLease } from '../platform/db/advisory-lock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { requireMay } from './allowed.ts'
import type { Engine } from './engine.ts'
import { actorOf, type DocumentRow, lockDocument, readDocument, subjectOf } from './rows.ts'
import { secretsOf } from './secrets.ts'
import { transition } from './transition.ts'

const RETRY_AFTER_S = 60

/**
 * Cancels a validated document at the authority, then here. An answer that is lost is asked about once; if that
 * stays unclear the document stays Validated and the caller is told to fetch updates, never to cancel again blindly.
 * Of several at once one cancels; for the others it is a conflict.
 */
export const cancelDocument = async (
  engine: Engine,
  caller: Caller,
  { uuid, reason }: { uuid: string; reason: string },
): Promise<DocumentRow> => {
  const row = await readDocument(engine.db, caller, uuid)
  requireMay(may(caller, 'cancel', subjectOf(row), engine.clock.now()))
  const lease = await withLease(engine.db, `cancel ${row.id}`, async () => {
    await cancelAtAuthority(engine, row, reason)
    return inTransaction(engine.db, async (tx) => {
      const document = await lockDocument(tx, caller, uuid)
      return transition(tx, document, {
        event: 'cancel',
        actor: actorOf(caller),
        why: reason,
        now: engine.clock.now(),
      })
    })
  })
  if (!lease.busy) return lease.value
  throw conflict('being_cancelled', 'This document is being cancelled at this moment. Load it again.')
}

const cancelAtAuthority = async (engine: Engine, row: DocumentRow, reason: string): Promise<void> => {
  const secrets = await secretsOf(engine, row)
  const authority_uuid = row.authority_uuid ?? ''
  const answer = await engine.authority.cancel(secrets, authority_uuid, reason)
  if (answer.kind === 'answered' && answer.value.status.toLowerCase() === 'cancelled') return
  // Asking is harmless, and the only way to know after an unclear answer or a refusal for being cancelled already.
  const state = await engine.authority.details(secrets, authority_uuid)
  if (state.kind === 'answered' && state.value.status === 'cancelled') return
  if (answer.kind === 'refused') {
    const message = explain(answer.reasons, answer.correlation_id)
    throw new ProblemError({
      kind: 'refused_by_authority',
      code: answer.reasons[0]?.code || 'refused',
      message,
    })
  }
  throw new ProblemError({
    kind: 'unavailable',
    code: 'authority_unavailable',
    message:
      'LHDN gave no clear answer to the cancellation. Press Fetch Updates in a minute before trying again.',
    retry_after_s: RETRY_AFTER_S,
  })
}
