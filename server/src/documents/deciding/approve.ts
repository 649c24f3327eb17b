import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { transition } from '../life/transition.ts'
import { makerSettings } from '../store/maker-settings.ts'
import { actorOf, type DocumentRow, lockDocument, subjectOf } from '../store/rows.ts'
import { CHANGED, decisionsOn } from './decisions.ts'
import { demandNotSent } from './send-back.ts'
import { demandNotThere } from './throw-away.ts'

export type Decision = {
  uuid: string
  status: 'Approved' | 'Rejected' | 'User Cancelled'
  rejection_reason: string
  /** The revision the approver saw, if he says so. */
  revision: number | undefined
}

type By = { db: Db; caller: Caller; now: Date }

/**
 * Approves, rejects or withdraws a pending document, sends back one that is on hold, or withdraws one that came back.
 * The approver signs off the content's hash. A second decision is a conflict that says what happened and who did it; so
 * is sending back or throwing away what may be at LHDN.
 */
export const decide = async ({ db, caller, now }: By, decision: Decision): Promise<DocumentRow> => {
  const settings = await makerSettings({ db })
  return inTransaction(db, async (tx) => {
    const document = await lockDocument(tx, caller, decision.uuid)
    const answer = may(caller, ACTION[decision.status], subjectOf(document), now, settings)
    if (!answer.ok && answer.code === 'wrong_status') {
      const decided = (await decisionsOn(tx, [document])).get(document.id)
      if (decided) throw conflict(decided.code, decided.why)
    }
    requireMay(answer)
    if (decision.revision !== undefined && decision.revision !== document.revision) {
      throw conflict(CHANGED.code, CHANGED.why)
    }
    if (decision.status === 'Rejected') await demandNotSent(tx, document, now)
    if (decision.status === 'User Cancelled') await demandNotThere(tx, document, now)
    return transition(tx, document, {
      ...STEP[decision.status](caller, now),
      now,
      actor: actorOf(caller),
      why: decision.status === 'Approved' ? '' : decision.rejection_reason,
    })
  })
}

const ACTION = { Approved: 'approve', Rejected: 'reject', 'User Cancelled': 'withdraw' } as const

/** What an approval leaves on the row: the hash that is signed off, and who did it. */
export const approvalBy = (caller: Caller, now: Date) => ({
  approved_hash: sql.ref<string>('content_hash'),
  ...deciderOf(caller),
  approved_at: now,
})

const deciderOf = (caller: Caller) => ({
  approved_by: actorOf(caller).actor_id,
  approved_by_email: caller.kind === 'user' ? caller.email : null,
})

const STEP = {
  Approved: (caller: Caller, now: Date) => ({ event: 'approve' as const, patch: approvalBy(caller, now) }),
  // What was on hold is nobody's approval any more.
  Rejected: (caller: Caller) => ({
    event: 'reject' as const,
    patch: { ...deciderOf(caller), approved_hash: null, approved_at: null },
  }),
  'User Cancelled': () => ({ event: 'withdraw' as const }),
}
