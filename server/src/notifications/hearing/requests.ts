import { RULE_REQUEST } from '#domain/notifications/addresses.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'
import { findRequest } from '../../change-requests/find.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { type NewNotice, takeTurnToKeep } from '../notices/keep.ts'
import { newsEndsAt } from '../notices/retention.ts'
import { keepAndGather } from './keep-and-gather.ts'

const KINDS: readonly KindKey[] = ['request_waiting', 'request_decided']

/** Hears of a change request: the superadmins decide it, and whoever made it hears what became of it. */
export const hearRequest = ({ db }: { db: Db }, { request_id }: { request_id: number }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await takeTurnToKeep(tx)
    const request = await findRequest(tx, request_id)
    const wanted = request ? noticesAbout(request) : []
    await keepAndGather(tx, { subjects: [String(request_id)], kinds: KINDS, wanted })
  })

type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>

const noticesAbout = (request: Request): NewNotice[] => {
  const {
    name: label,
    kind,
    state,
    requested_by,
    requested_at,
    decided_at,
    rejection_reason: reason,
  } = request
  const subject = String(request.id)
  const notice = { subject, label, origin: state, sender_entity_id: null }
  if (state === 'pending')
    return [
      {
        ...{ ...notice, kind: 'request_waiting', topic: 'all' },
        ...{ began_at: requested_at, hidden_from: [requested_by] },
      },
    ]
  // Whoever withdraws or decides their own knows it.
  if (state === 'withdrawn' || request.decided_by === requested_by) return []
  const began_at = decided_at ?? requested_at
  const topic = kind === 'validation_rule' ? RULE_REQUEST + subject : subject
  return [
    {
      ...{ ...notice, kind: 'request_decided', topic, user_id: requested_by, outcome: state, reason },
      ...{ began_at, ends_at: newsEndsAt(began_at) },
    },
  ]
}
