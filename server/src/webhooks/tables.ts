import type { Generated, GeneratedAlways } from 'kysely'
import type { DELIVERY_STATES } from '#contract/webhooks.ts'
import type { EventType, TEST_EVENT } from '#domain/webhooks/events.ts'
import { KEPT_MS } from '#domain/webhooks/retries.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Retention } from '../platform/retention/retention.ts'

export type WebhookTable = {
  id: Generated<string>
  sender_entity_id: string
  api_key_id: string
  url: string
  description: string
  events: EventType[]
  is_active: boolean
  off_reason: Generated<string>
  owner_id: string
  secret_sealed: string
  /** Since when nothing has arrived, less the time in which nothing was tried. */
  failing_since: Date | null
  /** Until when a failure counts: by then it was to be tried again. */
  tried_until: Generated<Date | null>
  busy_until: Date | null
  /** Null unless it was deleted: then it is gone for everybody, and stays until all it was told is thrown away. */
  removed_at: Date | null
  created_at: Date
  modified_at: Date
}

export type FormerSecretTable = {
  nr: GeneratedAlways<string>
  webhook_id: string
  secret_sealed: string
  until: Date
}

export type DeliveryTable = {
  nr: GeneratedAlways<string>
  webhook_id: string
  event_id: string
  event_type: EventType | typeof TEST_EVENT
  store_code_id: string | null
  body: string
  at: Date
  state: (typeof DELIVERY_STATES)[number]
  tries: Generated<number>
  next_try_at: Date | null
  tried_at: Date | null
  status_code: number | null
  took_ms: number | null
  answer: Generated<string>
  fault: Generated<string>
}

/** The tables of this room; nobody else reads or writes them. */
export const on = (handle: Db | Tx) =>
  handle.withTables<{
    webhooks: WebhookTable
    webhook_former_secrets: FormerSecretTable
    webhook_deliveries: DeliveryTable
  }>()

/** What is thrown away of what was told. */
export const deliveryRetention: Retention = { table: 'webhook_deliveries', column: 'at', kept_ms: KEPT_MS }
