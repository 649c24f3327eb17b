import type { Clock } from '../platform/clock/clock.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { overdueAt } from './expiry.ts'
import { requestMoved } from './facts.ts'
import { mailExpiredJob } from './jobs.ts'
import { recordDecision } from './record.ts'
import { lockOverdue, markRequest } from './rows.ts'

/** Ends the requests that nobody decided in time, each with a mail to whoever made it. */
export const endOverdue = async (tx: Tx, now: Date): Promise<void> => {
  for (const row of await lockOverdue(tx, overdueAt(now))) {
    const decision = { state: 'expired' as const, decided_at: now }
    await markRequest(tx, row.id, decision)
    await recordDecision(tx, { caller: undefined, now }, row, decision)
    await enqueue(tx, mailExpiredJob, { request_id: row.id })
    await tell(tx, requestMoved, { request_id: row.id, requested_by: row.requested_by })
  }
}

/** The same, every hour. */
export const expireRequests = ({ db, clock }: { db: Db; clock: Clock }): Promise<void> =>
  inTransaction(db, (tx) => endOverdue(tx, clock.now()))
