import { z } from 'zod'
import { FLAGS } from '#domain/access/flags.ts'
import { isBlank } from '#domain/text/characters.ts'
import { type EndpointName, endpoint, superadmin } from '../endpoint.ts'
import {
  calendarDate,
  instant,
  listOf,
  listUpTo,
  oneOf,
  page,
  pageSize,
  search,
  text,
  uuid,
} from '../fields.ts'

/** The flags that open something to a program: those of the endpoints which take a key (api-keys.test.ts). */
export const KEY_FLAGS = ['can_create_invoice', 'can_edit_invoice'] as const
export type KeyFlag = (typeof KEY_FLAGS)[number]

export const KEY_STATES = ['active', 'expired', 'revoked'] as const

/** So far ahead a key may end at most, so that each is looked at again. */
export const KEY_DAYS_MAX = 731

const STORES_MAX = 500

/** What may be known of a key by everybody who may see it; the key itself is told once, by `create`. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The characters with which it begins; empty where they were not kept. */
  key_start: z.string(),
  sender_entity_id: z.string(),
  sender_entity_name: z.string(),
  store_codes: z.array(z.string()),
  flags: z.array(z.enum(FLAGS)),
  state: z.enum(KEY_STATES),
  /** The person's name; empty where no person made it. */
  created_by: z.string(),
  created_at: instant,
  /** The last Malaysian day on which it works. */
  expires_on: calendarDate,
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  /** Webhooks that are told what it covers, as long as it works; those that are switched off do not count. */
  webhooks: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyWrite = z.strictObject({
  name: text(100).refine((value) => !isBlank(value), 'Please enter a name.'),
  /** For which company; needed where there are several. */
  sender_entity_code: text(60),
  store_codes: listUpTo(text(20), STORES_MAX, `At most ${STORES_MAX} departments are allowed.`).refine(
    (codes) => codes.length > 0,
    'Please select the departments.',
  ),
  flags: listUpTo(z.enum(KEY_FLAGS), KEY_FLAGS.length, 'Each permission can be given once.').refine(
    (flags) => flags.length > 0,
    'Please select what the key may do.',
  ),
  expires_on: calendarDate,
})
export type ApiKeyWrite = z.output<typeof ApiKeyWrite>

const KEY_READS: readonly EndpointName[] = [
  ...(['apiKeys.list', 'users.list', 'users.get', 'webhooks.list', 'webhooks.get'] as const),
]

export const apiKeys = {
  /** The newest first. */
  list: endpoint({
    id: 'apiKeys.list',
    method: 'GET',
    path: '/api/v1/api-keys/',
    access: superadmin,
    query: z.object({
      name: search,
      state: oneOf(KEY_STATES),
      sender_entity_id: uuid('Not a company id.').optional(),
      page,
      page_size: pageSize(10, 100),
    }),
    reply: listOf(ApiKey),
  }),
  /** The only answer that holds the key (decisions/017). */
  create: endpoint({
    id: 'apiKeys.create',
    idempotent: true,
    changes: KEY_READS,
    method: 'POST',
    path: '/api/v1/api-keys/',
    access: superadmin,
    body: ApiKeyWrite,
    status: 201,
    reply: ApiKey.extend({ key: z.string() }),
  }),
  /** Ends it for good, from the next call on. */
  revoke: endpoint({
    id: 'apiKeys.revoke',
    changes: KEY_READS,
    method: 'POST',
    path: '/api/v1/api-keys/:id/revoke/',
    access: superadmin,
    params: z.object({ id: uuid('Not a key id.') }),
    reply: ApiKey,
  }),
}
