import { z } from 'zod'
import { KIND_KEYS } from '#domain/notifications/kinds.ts'
import { SNOOZES } from '#domain/notifications/snooze.ts'
import { endpoint, loggedIn } from '../endpoint.ts'
import { instant } from '../fields.ts'

/** Where an item lies: to be looked at, put off until a morning, or done. */
export const BOXES = ['inbox', 'snoozed', 'done'] as const
export type Box = (typeof BOXES)[number]

const TOPIC_LENGTH_MAX = 60

/** All of one kind that belong together: 500 failures of a company are one item. */
export const NoticeItem = z.object({
  kind: z.enum(KIND_KEYS),
  topic: z.string(),
  /** Of what the caller may see; up to a thousand, and then there are `more`. */
  count: z.int(),
  more: z.boolean(),
  /** So many of them are of documents that were made for a test system, and have no legal effect. */
  trials: z.int(),
  newest_seq: z.int(),
  /** When the oldest and the newest of them began. */
  since: instant,
  latest: instant,
  /** The first deadline among them. */
  due_at: instant.nullable(),
  /** The newest of them: its id, its name, and how it ended where it has; `overdue` where `due_at` is over. */
  subject: z.string(),
  label: z.string(),
  outcome: z.string(),
  /** Why, in the words of whoever rejected it; empty where nobody did. */
  reason: z.string(),
  /** Whose they are; empty where they are no company's. */
  entity_name: z.string(),
  /** In which of the caller's departments. */
  store_codes: z.array(z.string()),
  snoozed_until: instant.nullable(),
})
export type NoticeItem = z.infer<typeof NoticeItem>

/** Where an item is put. Into the inbox it comes back, a step at a time. */
export const NoticeMark = z.strictObject({
  box: z.enum(BOXES),
  /** The `newest_seq` that was seen: what came after it is not put aside. Without it all that is there now is. */
  through: z.int().min(0).optional(),
  /** The box in which it was seen: what of it lies in another one is left alone. */
  from: z.enum(BOXES).optional(),
  /** Snoozed until eight o'clock in Malaysia of tomorrow, or of the next Monday. What ends before that is not. */
  until: z.enum(SNOOZES).default('tomorrow'),
})
export type NoticeMark = z.input<typeof NoticeMark>

const path = '/api/v1/notifications/items/'

/** The notification centre: what the caller is told of, read through what they may see at that moment. */
export const notices = {
  list: endpoint({
    id: 'notices.list',
    method: 'GET',
    path,
    access: loggedIn,
    by_itself: true,
    query: z.object({ box: z.enum(BOXES).default('inbox') }),
    /** `more`: of what is newer or ends first a hundred are told, and there are others. */
    reply: z.object({ items: z.array(NoticeItem), more: z.boolean() }),
  }),
  mark: endpoint({
    id: 'notices.mark',
    changes: ['notices.list'],
    method: 'PATCH',
    path: `${path}:kind/:topic/`,
    access: loggedIn,
    params: z.object({
      kind: z.enum(KIND_KEYS, 'There is no such kind of notification.'),
      topic: z.string().max(TOPIC_LENGTH_MAX),
    }),
    body: NoticeMark,
    body_bytes_max: 1_000,
    reply: z.object({ detail: z.string() }),
  }),
  /** Puts under Done whatever of the caller's inbox only says that something is done (`NEWS`), as far as was seen. */
  finishNews: endpoint({
    id: 'notices.finishNews',
    changes: ['notices.list'],
    method: 'PATCH',
    path,
    access: loggedIn,
    body: z.strictObject({ through: z.int().min(0) }),
    body_bytes_max: 1_000,
    reply: z.object({ detail: z.string() }),
  }),
}
