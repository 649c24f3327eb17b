import { randomUUID } from 'node:crypto'
import { REPLAYED_MAX, type Webhook, type WebhookReplay } from '#contract/webhooks.ts'
import { conflict, invalidFields, notFound } from '#domain/problems.ts'
import { addDays, startOfDay } from '#domain/time/dates.ts'
import { TEST_EVENT, testBody } from '#domain/webhooks/events.ts'
import { KEPT_MS } from '#domain/webhooks/retries.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import type { By } from './create.ts'
import { askAgain, insertDeliveries } from './delivery-rows.ts'
import { deliverJob } from './jobs.ts'
import { NO_KEY, NO_OWNER, OFF } from './obstacle.ts'
import { holdWebhook } from './rows.ts'

/** Sends an event that tells of nothing. Throws not_found, and conflict `webhook_stopped`. */
export const sendTest = async (by: By, id: string): Promise<{ event_id: string }> => {
  const { tx, now } = by
  await holdWorking(by, id)
  const event_id = `evt_test_${randomUUID()}`
  const body = testBody({ id: event_id, at: now, webhook_id: id })
  const waiting = { state: 'waiting' as const, next_try_at: now, at: now }
  await insertDeliveries(tx, [{ webhook_id: id, event_id, event_type: TEST_EVENT, body, ...waiting }])
  await enqueue(tx, deliverJob, { webhook_id: id }, { singleton_key: id })
  return { event_id }
}

/** Sends one event again. Throws not_found, also after 30 days, and conflict `webhook_stopped`. */
export const replayOne = async (
  by: By,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<{ count: number }> => {
  await holdWorking(by, id)
  const { count } = await again(by, id, { nr: delivery_id })
  if (count === 0) throw notFound('There is no such event, or it is older than 30 days.')
  return { count }
}

/**
 * Sends the events of some Malaysian days again, the oldest first, only those `after` one where that is given. Where
 * there are more, the answer says after which to go on. Throws like `replayOne`, and invalid_fields.
 */
export const replaySpan = async (
  by: By,
  { id, from, to, delivered_too, after }: WebhookReplay & { id: string },
): Promise<Again> => {
  if (to < from) throw invalidFields({ to: ['Please enter a day that is not before the first one.'] })
  await holdWorking(by, id)
  const states = [...UNTOLD, ...(delivered_too ? (['delivered'] as const) : [])]
  return again(by, id, { since: startOfDay(from), until: startOfDay(addDays(to, 1)), states, after })
}

/**
 * Sends at once what waits, the oldest first, as if for the first time; also what is on its way to a former address,
 * and so arrives at both at worst. What is beyond one part goes out when it is due.
 */
export const sendWaiting = async (by: By, id: string): Promise<void> => {
  const until = new Date(by.now.getTime() + 1)
  await again(by, id, { ...ALL_WAITING, until })
}

const ALL_WAITING = { since: new Date(0), states: ['waiting'] as const, after: undefined, on_its_way: true }

type Again = Awaited<ReturnType<typeof askAgain>>
/** What waits may wait for a day and more by now, of which a receiver that works again knows nothing. */
const UNTOLD = ['waiting', 'failed', 'stopped'] as const
type Replayable = (typeof UNTOLD)[number] | 'delivered'

type Which =
  | { nr: string }
  | {
      since: Date
      until: Date
      states: readonly Replayable[]
      after: string | undefined
      on_its_way?: boolean
    }

const again = async ({ tx, now }: By, webhook_id: string, which: Which): Promise<Again> => {
  const kept_since = new Date(now.getTime() - KEPT_MS)
  const since = 'since' in which && which.since > kept_since ? which.since : kept_since
  const asked = await askAgain(tx, { ...which, webhook_id, now, since, limit: REPLAYED_MAX })
  if (asked.count > 0) await enqueue(tx, deliverJob, { webhook_id }, { singleton_key: webhook_id })
  return asked
}

const STOPPED: Partial<Record<Webhook['state'], string>> = {
  off: OFF,
  key_ended: NO_KEY,
  owner_gone: NO_OWNER,
}

const holdWorking = async (by: By, id: string): Promise<void> => {
  const why = STOPPED[(await holdWebhook(by, id)).state]
  if (why !== undefined) throw conflict('webhook_stopped', why)
}
