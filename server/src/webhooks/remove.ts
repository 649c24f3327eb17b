import { recordChange } from '../audit/record.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import type { By } from './create.ts'
import { deliverJob } from './jobs.ts'
import { holdWebhook, updateWebhook } from './rows.ts'
import { TOLD, targetOf, toldOf } from './target.ts'

/**
 * Deletes a webhook. It is gone at once; what it was told, millions of events perhaps, is thrown away by the job that
 * would have sent to it. Throws not_found.
 */
export const removeWebhook = async (by: By, id: string): Promise<void> => {
  const { tx, now } = by
  const before = await holdWebhook(by, id)
  await updateWebhook(tx, id, { is_active: false, removed_at: now })
  await recordChange(tx, by, {
    target: targetOf(before),
    before: toldOf(before),
    after: undefined,
    fields: TOLD,
  })
  await enqueue(tx, deliverJob, { webhook_id: id }, { singleton_key: id })
}
