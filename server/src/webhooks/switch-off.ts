import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { deliverJob, mailOffJob } from './jobs.ts'
import { on } from './tables.ts'
import { targetOf } from './target.ts'

/** Switches a webhook off for the server, once, and tells its owner. What waits is stopped by the job that follows. */
export const switchOff = async (
  tx: Tx,
  hook: Parameters<typeof targetOf>[0],
  { now, off_reason }: { now: Date; off_reason: string },
): Promise<void> => {
  const off = { is_active: false, off_reason }
  const done = await on(tx)
    .updateTable('webhooks')
    .set({ ...off, modified_at: now })
    .where('id', '=', hook.id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return
  const change = { before: { is_active: true, off_reason: '' }, after: off }
  const fields = ['is_active', 'off_reason'] as const
  await recordChange(tx, { caller: undefined, now }, { target: targetOf(hook), ...change, fields })
  await enqueue(tx, mailOffJob, { webhook_id: hook.id })
  await enqueue(tx, deliverJob, { webhook_id: hook.id }, { singleton_key: hook.id })
}
