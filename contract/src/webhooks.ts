import { z } from 'zod'
import { addressFault, URL_CHARS_MAX } from '#domain/webhooks/address.ts'
import { EVENT_TYPES, TEST_EVENT } from '#domain/webhooks/events.ts'
import { type EndpointName, endpoint, superadmin } from './endpoint.ts'
import {
  calendarDate,
  ignored,
  instant,
  listOf,
  listUpTo,
  logAfter,
  logOf,
  oneOf,
  page,
  pageSize,
  search,
  seenAt,
  text,
  uuid,
} from './fields.ts'

/** So many webhooks a key may have. */
export const WEBHOOKS_OF_A_KEY_MAX = 10
/** So many events are sent again at once, the oldest first. */
export const REPLAYED_MAX = 10_000

/** Why it tells nothing at present; `failing`: it tries. */
const WEBHOOK_STATES = ['active', 'failing', 'off', 'key_ended', 'owner_gone'] as const
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'stopped'] as const

const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** Empty: all there are. */
  events: z.array(z.enum(EVENT_TYPES)),
  is_active: z.boolean(),
  state: z.enum(WEBHOOK_STATES),
  /** Why the server switched it off; empty where it did not. */
  off_reason: z.string(),
  api_key_id: z.string(),
  api_key_name: z.string(),
  sender_entity_id: z.string(),
  sender_entity_name: z.string(),
  /** Who made or last changed it, who gets its mails. */
  owner: z.string(),
  failing_since: instant.nullable(),
  /** Until then the secret before this one signs as well; those before it end earlier. */
  former_until: instant.nullable(),
  created_at: instant,
  modified_at: instant,
})
export type Webhook = z.infer<typeof Webhook>

const Delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  event_type: z.enum([...EVENT_TYPES, TEST_EVENT]),
  /** When it was written down; when it happened stands in the body. */
  at: instant,
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  next_try_at: instant.nullable(),
  tried_at: instant.nullable(),
  status_code: z.int().nullable(),
  took_ms: z.int().nullable(),
  /** Why it has not arrived; empty where it has, and before the first try. */
  fault: z.string(),
  /** The beginning of the last answer, as it came. */
  answer: z.string(),
  /** What is sent, byte for byte. */
  body: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

const written = {
  url: text(URL_CHARS_MAX).superRefine((value, context) => {
    const message = addressFault(value)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  description: text(200),
  events: listUpTo(z.enum(EVENT_TYPES), EVENT_TYPES.length, 'Each event can be chosen once.'),
}

const WebhookNew = z.strictObject({ api_key_id: uuid('Please select the API key.'), ...written })
export type WebhookNew = z.output<typeof WebhookNew>

const WebhookWrite = z.strictObject({
  ...written,
  is_active: z.boolean(),
  modified_at: seenAt,
  /** Another key of the same company, by which it is told from now on; absent: the key stays. */
  api_key_id: uuid('Please select the API key.').optional(),
  ...{ api_key_name: ignored, sender_entity_id: ignored, sender_entity_name: ignored },
  ...{ id: ignored, state: ignored, off_reason: ignored, owner: ignored, failing_since: ignored },
  ...{ former_until: ignored, created_at: ignored },
})
export type WebhookWrite = z.output<typeof WebhookWrite>

const deliveryId = z.string().regex(/^\d{1,15}$/, 'Not a delivery id.')

const WebhookReplay = z.strictObject({
  /** Malaysian days on which events were written down, both included. */
  from: calendarDate,
  to: calendarDate,
  /** Those that arrived before as well. */
  delivered_too: z.boolean().default(false),
  /** Of these only those after this delivery. */
  after: deliveryId.optional(),
})
export type WebhookReplay = z.output<typeof WebhookReplay>

const path = '/api/v1/webhooks/'
const params = z.object({ id: uuid('Not a webhook id.') })
const READS: readonly EndpointName[] = ['webhooks.list', 'webhooks.get']
/** Beside whom it is counted as well. */
const COUNTED_READS: readonly EndpointName[] = ['apiKeys.list', 'users.list', 'users.get', ...READS]
const LOG_READS: readonly EndpointName[] = ['webhooks.deliveries', ...READS]

/** Who is told what becomes of documents, and what they were told (docs/webhooks.md). */
export const webhooks = {
  /** The newest first; `search` is a part of the address or description. */
  list: endpoint({
    id: 'webhooks.list',
    method: 'GET',
    path,
    access: superadmin,
    query: z.object({ search, page, page_size: pageSize(10, 100) }),
    reply: listOf(Webhook),
  }),
  get: endpoint({
    id: 'webhooks.get',
    method: 'GET',
    path: `${path}:id/`,
    access: superadmin,
    params,
    reply: Webhook,
  }),
  /** The only answer that holds the secret. */
  create: endpoint({
    id: 'webhooks.create',
    idempotent: true,
    changes: COUNTED_READS,
    method: 'POST',
    path,
    access: superadmin,
    body: WebhookNew,
    status: 201,
    reply: Webhook.extend({ secret: z.string() }),
  }),
  /** Switched on again it starts afresh; who changes it is its owner from now on. */
  update: endpoint({
    id: 'webhooks.update',
    changes: COUNTED_READS,
    method: 'PUT',
    path: `${path}:id/`,
    access: superadmin,
    params,
    body: WebhookWrite,
    reply: Webhook,
  }),
  /** With all that it was told. */
  remove: endpoint({
    id: 'webhooks.remove',
    changes: COUNTED_READS,
    method: 'DELETE',
    path: `${path}:id/`,
    access: superadmin,
    params,
    reply: z.object({ detail: z.string() }),
  }),
  /**
   * A new secret, which this answer alone holds. Each one that was replaced signs for a day more, whichever comes after
   * it; five in a day at most.
   */
  rotate: endpoint({
    id: 'webhooks.rotate',
    changes: READS,
    method: 'POST',
    path: `${path}:id/secret/`,
    access: superadmin,
    params,
    reply: Webhook.extend({ secret: z.string() }),
  }),
  /** Sends an event that tells of nothing; what comes of it stands in the deliveries. */
  test: endpoint({
    id: 'webhooks.test',
    changes: LOG_READS,
    method: 'POST',
    path: `${path}:id/test/`,
    access: superadmin,
    params,
    reply: z.object({ event_id: z.string() }),
  }),
  /** What it was told in the last 30 days, the newest first; `id`: that one alone. */
  deliveries: endpoint({
    id: 'webhooks.deliveries',
    method: 'GET',
    path: `${path}:id/deliveries/`,
    access: superadmin,
    params,
    query: z.object({
      state: oneOf(DELIVERY_STATES),
      id: deliveryId.optional(),
      after: logAfter,
      page_size: pageSize(50, 100),
    }),
    reply: logOf(Delivery),
  }),
  /** Sends one of them again, with the same id and body. */
  replay: endpoint({
    id: 'webhooks.replay',
    changes: LOG_READS,
    method: 'POST',
    path: `${path}:id/deliveries/:delivery_id/replay/`,
    access: superadmin,
    params: params.extend({ delivery_id: deliveryId }),
    reply: z.object({ count: z.int() }),
  }),
  /**
   * The same of all that did not arrive in some days; `count` of them, at most `REPLAYED_MAX`. Where there are more,
   * `more_after` is given back as `after`: it goes on with the next ones.
   */
  replaySpan: endpoint({
    id: 'webhooks.replaySpan',
    changes: LOG_READS,
    method: 'POST',
    path: `${path}:id/replay/`,
    access: superadmin,
    params,
    body: WebhookReplay,
    reply: z.object({ count: z.int(), more_after: z.string().nullable() }),
  }),
}
