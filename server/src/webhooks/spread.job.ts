import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { EVENT_OF_STATUS, eventBody, eventIdOf } from '#domain/webhooks/events.ts'
import { loadAbsent } from '../access/caller.ts'
import type { LifeStep } from '../documents/reading/life-steps.ts'
import { readLifeSteps } from '../documents/reading/life-steps.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { insertDeliveries } from './delivery-rows.ts'
import { deliverJob } from './jobs.ts'
import { OFF } from './obstacle.ts'
import { type Hook, readHooksOf } from './rows.ts'

/**
 * Writes down for each webhook what it is to be told of these moves: what its key covers, of the events that were
 * chosen, since it was made. For one that is switched off it is kept as well, to be sent later by hand.
 */
export const spreadMoves = async (
  { db, clock }: { db: Db; clock: { now(): Date } },
  { history_ids }: { history_ids: readonly string[] },
): Promise<void> => {
  const steps = await readLifeSteps(db, history_ids)
  const now = clock.now()
  const companies = [...new Set(steps.map(({ sender_entity_id }) => sender_entity_id))]
  for (const hook of await readHooksOf(db, companies)) {
    const key = await loadAbsent(db, { kind: 'api_key', id: hook.api_key_id }, now)
    const told = key ? steps.filter((step) => covers(key, step.store_code_id) && wants(hook, step)) : []
    if (!key || told.length === 0) continue
    await inTransaction(db, async (tx) => {
      const rows = told.map((step) => rowOf(hook, { ...step, corrects: correctsFor(key, step) }, now))
      await insertDeliveries(tx, rows)
      await enqueue(tx, deliverJob, { webhook_id: hook.id }, { singleton_key: hook.id })
    })
  }
}

/** Whether there is any webhook, switched on or off: where there is none, documents move without a job. */
export const ANY_WEBHOOK = sql<boolean>`EXISTS (SELECT FROM webhooks WHERE removed_at IS NULL)`

const covers = (key: Caller, store_code_id: string | null) =>
  key.stores.some((store) => store.store_code_id === store_code_id)

/** What a document replaces may be of a department of which the key knows nothing. */
const correctsFor = (key: Caller, { corrects, corrects_store_code_id }: LifeStep) =>
  covers(key, corrects_store_code_id) ? corrects : null

const wants = ({ events, created_at }: Hook, { to_status, at }: LifeStep) =>
  at >= created_at && (events.length === 0 || events.includes(EVENT_OF_STATUS[to_status]))

const rowOf = (hook: Hook, step: LifeStep, now: Date) => ({
  webhook_id: hook.id,
  event_id: eventIdOf(step),
  event_type: EVENT_OF_STATUS[step.to_status],
  store_code_id: step.store_code_id,
  body: eventBody({
    ...step,
    from: step.from_status === '' ? undefined : step.from_status,
    to: step.to_status,
    sender_entity_code: hook.entity_code,
  }),
  at: now,
  ...(hook.is_active
    ? { state: 'waiting' as const, next_try_at: now }
    : { state: 'stopped' as const, next_try_at: null, fault: OFF }),
})
