import { DAY_MS } from '#domain/time/units.ts'
import { FAILING_MS_MAX } from '#domain/webhooks/retries.ts'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { deliverJob, mailOffJob } from './jobs.ts'
import type { Posted } from './post.ts'
import { updateWebhook } from './rows.ts'
import { on } from './tables.ts'
import { targetOf } from './target.ts'

/** What came of a try that did not arrive; `next_try_at`: null after the last one. */
export type Failure = { posted: Posted; next_try_at: Date | null }

type Judged = { now: Date; failed: readonly Failure[]; arrived: boolean }
type Target = Parameters<typeof targetOf>[0]

/** By which a receiver says that it wants no more of it. */
const GONE = 410
const SAID_GONE = 'The receiver answered 410 Gone: it wants no more events.'

const neverArrived = (fault = '') =>
  `Nothing has arrived for ${FAILING_MS_MAX / DAY_MS} days. The last try: ${fault}`

/**
 * Switches a webhook off after a round of tries in which the receiver said that it is gone, or in which nothing arrived
 * as in the five days before. `arrived`: whether anything did.
 */
export const judgeFailures = async (
  tx: Tx,
  hook: Target,
  { now, failed, arrived }: Judged,
): Promise<void> => {
  if (failed.some(({ posted }) => posted.status_code === GONE))
    return switchOff(tx, hook, { now, off_reason: SAID_GONE })
  if (arrived) return
  const failing_since = await countSilence(tx, hook, { now, failed })
  if (!failing_since || now.getTime() - failing_since.getTime() < FAILING_MS_MAX) return
  await switchOff(tx, hook, { now, off_reason: neverArrived(failed.at(-1)?.posted.fault) })
}

/**
 * Since when nothing has arrived, as it is now: somebody may have saved the webhook meanwhile. What went by after the
 * tries that were to be made is left out: nobody tried. Undefined where it has another address by now, of which these
 * tries say nothing.
 */
const countSilence = async (
  tx: Tx,
  { id, url }: Target,
  { now, failed }: Pick<Judged, 'now' | 'failed'>,
): Promise<Date | undefined> => {
  const held = on(tx).selectFrom('webhooks').where('id', '=', id).where('url', '=', url).forUpdate()
  const before = await held.select(['failing_since', 'tried_until']).executeTakeFirst()
  if (!before) return undefined
  const so_far = (before.failing_since && before.tried_until) ?? now
  const untried_ms = Math.max(0, now.getTime() - so_far.getTime())
  const failing_since = new Date((before.failing_since ?? now).getTime() + untried_ms)
  const next_ms = failed.map(({ next_try_at }) => next_try_at?.getTime() ?? 0)
  const tried_until = new Date(Math.max(now.getTime(), so_far.getTime(), ...next_ms))
  await updateWebhook(tx, id, { failing_since, tried_until })
  return failing_since
}

/**
 * Switches a webhook off for the server, once, and tells its owner; not one whose address was changed since it was
 * read. What waits is stopped by the job that follows.
 */
export const switchOff = async (
  tx: Tx,
  hook: Target,
  { now, off_reason }: { now: Date; off_reason: string },
): Promise<void> => {
  const off = { is_active: false, off_reason }
  const done = await on(tx)
    .updateTable('webhooks')
    .set({ ...off, modified_at: now })
    .where('id', '=', hook.id)
    .where('url', '=', hook.url)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return
  const change = { before: { is_active: true, off_reason: '' }, after: off }
  const fields = ['is_active', 'off_reason'] as const
  await recordChange(tx, { caller: undefined, now }, { target: targetOf(hook), ...change, fields })
  await enqueue(tx, mailOffJob, { webhook_id: hook.id })
  await enqueue(tx, deliverJob, { webhook_id: hook.id }, { singleton_key: hook.id })
}
