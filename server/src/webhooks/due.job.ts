import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { readDueWebhooks } from './delivery-rows.ts'
import { deliverJob } from './jobs.ts'

/** More of them wait for the next minute. */
const WEBHOOKS_MAX = 1_000

/** Gives a job to each webhook for which something has become due: a try after a pause, or one that was broken off. */
export const wakeDue = async ({ db, clock }: { db: Db; clock: { now(): Date } }): Promise<void> => {
  const due = await readDueWebhooks(db, { now: clock.now(), limit: WEBHOOKS_MAX })
  if (due.length === 0) return
  await inTransaction(db, async (tx) => {
    for (const webhook_id of due) await enqueue(tx, deliverJob, { webhook_id }, { singleton_key: webhook_id })
  })
}
