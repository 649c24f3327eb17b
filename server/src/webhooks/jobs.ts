import { z } from 'zod'
import { documentsMoved } from '../documents/store/facts.ts'
import { defineJob, FOR_A_DAY } from '../platform/jobs/definition.ts'

/** Documents moved: which webhooks are told of it? */
export const spreadJob = defineJob({
  name: 'webhooks.spread',
  payload: documentsMoved.payload.pick({ history_ids: true }),
  retries: 100,
  backoff_ms: 1_000,
  backoff_ms_max: 60_000,
})

const one = z.object({ webhook_id: z.uuid() })

/**
 * Sends what is due to one webhook for a while, and asks for itself again while there is more: others have their turn.
 * That no two run for one webhook is the webhook's own affair (`busy_until`): a queue that sees to it would let jobs of
 * others wait behind the second one.
 */
export const deliverJob = defineJob({ name: 'webhooks.deliver', payload: one, policy: 'short' })

/** Every minute: webhooks for which something has become due get a job. */
export const dueJob = defineJob({ name: 'webhooks.due', payload: z.object({}), policy: 'singleton' })

/** Tells its owner that a webhook was switched off. Tried for a day while the mail server is down. */
export const mailOffJob = defineJob({
  name: 'webhooks.mail-off',
  payload: one,
  ...FOR_A_DAY,
})
