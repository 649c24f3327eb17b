import { z } from 'zod'
import { isBlank } from '#domain/text/characters.ts'
import { type EndpointName, endpoint, loggedIn, superadmin } from '../endpoint.ts'
import { ignored, instant, optionalFlag, seenAt, sortOrder, text, uuid } from '../fields.ts'

export const TITLE_CHARS_MAX = 120
export const CONTENT_CHARS_MAX = 4_000

const Message = z.object({ id: z.string(), title: z.string(), content: z.string() })
export type Message = z.infer<typeof Message>

const BroadcastMessage = Message.extend({
  is_active: z.boolean(),
  created_at: instant,
  modified_at: instant,
})
export type BroadcastMessage = z.infer<typeof BroadcastMessage>

const required = (length_max: number, message: string) =>
  text(length_max).refine((value) => !isBlank(value), message)

export const BroadcastWrite = z.strictObject({
  title: required(TITLE_CHARS_MAX, 'Please enter the title.'),
  content: required(CONTENT_CHARS_MAX, 'Please enter the content.'),
  /** True unless told. */
  is_active: optionalFlag.transform((flag) => flag ?? true),
  modified_at: seenAt,
  ...{ id: ignored, created_at: ignored },
})
export type BroadcastWrite = z.output<typeof BroadcastWrite>

const READS: readonly EndpointName[] = ['broadcasts.list', 'messages.list']
const path = '/api/v1/notifications/broadcast-messages/'
const params = z.object({ id: uuid('Not a message id.') })

/** What the dashboard tells whoever signs in, until it is dismissed. */
export const messages = {
  /** The newest 20 of the active ones that the caller has not dismissed, the oldest of them first. */
  list: endpoint({
    id: 'messages.list',
    method: 'GET',
    path: '/api/v1/notifications/messages/',
    access: loggedIn,
    reply: z.array(Message),
  }),
  /** Never shown to the caller again, whatever becomes of it. */
  dismiss: endpoint({
    id: 'messages.dismiss',
    changes: ['messages.list'],
    method: 'POST',
    path: '/api/v1/notifications/messages/dismiss/',
    access: loggedIn,
    body: z.strictObject({ message_id: uuid('Not a message id.') }),
    reply: z.object({ detail: z.string() }),
  }),
}

/** The messages themselves, which superadmins write; none is ever deleted. */
export const broadcasts = {
  /** The last thousand, by the instant at which they were made. */
  list: endpoint({
    id: 'broadcasts.list',
    method: 'GET',
    path,
    access: superadmin,
    query: z.object({ sort_order: sortOrder }),
    reply: z.array(BroadcastMessage),
  }),
  create: endpoint({
    id: 'broadcasts.create',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access: superadmin,
    body: BroadcastWrite,
    status: 201,
    reply: BroadcastMessage,
  }),
  update: endpoint({
    id: 'broadcasts.update',
    changes: READS,
    method: 'PUT',
    path: `${path}:id/`,
    access: superadmin,
    params,
    body: BroadcastWrite,
    reply: BroadcastMessage,
  }),
  /** Shows it from now on, or no longer. */
  setActive: endpoint({
    id: 'broadcasts.setActive',
    changes: READS,
    method: 'PATCH',
    path: `${path}:id/`,
    access: superadmin,
    params,
    body: z.strictObject({ is_active: z.boolean() }),
    reply: BroadcastMessage,
  }),
}
