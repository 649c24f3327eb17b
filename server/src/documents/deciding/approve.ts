import { own } from '#codes/own.ts'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { readSetting } from '../../settings/read.ts'
import { transition } from '../life/transition.ts'
import { actorOf, type DocumentRow, type LockedDocument, lockDocument, subjectOf } from '../store/rows.ts'
import { on } from '../store/tables.ts'

export type Decision = {
  uuid: string
  status: 'Approved' | 'Rejected' | 'User Cancelled'
  rejection_reason: string
  /** The revision the approver saw, if he says so. */
  revision: number | undefined
}

type By = { db: Db; caller: Caller; now: Date }

/**
 * Approves, rejects or withdraws a pending document. The approver signs off the content's hash. A second
 * decision is a conflict that says what happened and who did it.
 */
export const decide = async ({ db, caller, now }: By, decision: Decision): Promise<DocumentRow> => {
  const settings = { allow_self_approval: await readSetting(db, 'approval.allow_self_approval') }
  return inTransaction(db, async (tx) => {
    const document = await lockDocument(tx, caller, decision.uuid)
    const answer = may(caller, ACTION[decision.status], subjectOf(document), now, settings)
    if (!answer.ok && answer.code === 'wrong_status') throw await alreadyDecided(tx, document, answer.why)
    requireMay(answer)
    if (decision.revision !== undefined && decision.revision !== document.revision) {
      throw conflict('changed_meanwhile', 'The document was changed since you opened it. Look at it again.')
    }
    return transition(tx, document, {
      ...STEP[decision.status](document, caller, now),
      now,
      actor: actorOf(caller),
      why: decision.status === 'Approved' ? '' : decision.rejection_reason,
    })
  })
}

const ACTION = { Approved: 'approve', Rejected: 'reject', 'User Cancelled': 'withdraw' } as const

const STEP = {
  Approved: (document: LockedDocument, caller: Caller, now: Date) => ({
    event: 'approve' as const,
    patch: {
      approved_hash: document.content_hash,
      approved_by: actorOf(caller).actor_id,
      approved_by_email: caller.kind === 'user' ? caller.email : null,
      approved_at: now,
    },
  }),
  Rejected: (_: LockedDocument, caller: Caller) => ({
    event: 'reject' as const,
    patch: {
      approved_by: actorOf(caller).actor_id,
      approved_by_email: caller.kind === 'user' ? caller.email : null,
    },
  }),
  'User Cancelled': () => ({ event: 'withdraw' as const }),
}

const DONE = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn', edit: 'edited' }

const alreadyDecided = async (tx: Tx, document: LockedDocument, why: string) => {
  const last = await on(tx)
    .selectFrom('document_history')
    .where('document_id', '=', document.id)
    .where('event', 'in', ['approve', 'reject', 'withdraw', 'edit'])
    .orderBy('id', 'desc')
    .select(['event', 'actor_name', 'at'])
    .executeTakeFirst()
  const done = own(DONE, last?.event ?? '')
  if (!last || !done) return conflict('wrong_status', why)
  return conflict(
    'already_decided',
    `Already ${done} by ${last.actor_name} on ${formatInstant(last.at)}; it is ${document.status} now.`,
  )
}
