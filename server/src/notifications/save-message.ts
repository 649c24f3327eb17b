import type { BroadcastMessage, BroadcastWrite } from '#contract/notifications/messages.ts'
import type { Caller, UserCaller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import {
  type Broadcast,
  insertBroadcast,
  insertDismissal,
  isBroadcast,
  lockBroadcast,
  toAnswer,
  updateBroadcast,
} from './message-rows.ts'

const NO_MESSAGE = 'There is no such message.'

/** What the audit log tells of a message. */
const TOLD = ['title', 'content', 'is_active'] as const

type By = { tx: Tx; caller: Caller; now: Date }

/** Writes a message to everybody who signs in. */
export const addBroadcast = async (by: By, { title, content, is_active }: BroadcastWrite) => {
  const { tx, now } = by
  const made = await insertBroadcast(tx, { title, content, is_active, created_at: now, modified_at: now })
  await tell(by, undefined, made)
  return toAnswer(made)
}

/**
 * Changes what a message says, or whether it is shown. Whoever dismissed it is spared it still. Throws not_found and
 * `changed_meanwhile`.
 */
export const changeBroadcast = async (
  by: By,
  { id, modified_at: seen, ...patch }: { id: string } & Partial<BroadcastWrite>,
): Promise<BroadcastMessage> => {
  const before = await held(by.tx, id)
  const { title = before.title, content = before.content, is_active = before.is_active } = patch
  const after = { ...before, title, content, is_active, modified_at: by.now }
  demandSeen({ what: 'The message', seen, before, after, fields: TOLD })
  await updateBroadcast(by.tx, id, { title, content, is_active, modified_at: by.now })
  await tell(by, before, after)
  return toAnswer(after)
}

/** Never shows a message to this person again. Throws not_found when there is none. */
export const dismissMessage = async (by: By & { caller: UserCaller }, message_id: string): Promise<void> => {
  if (!(await isBroadcast(by.tx, message_id))) throw notFound(NO_MESSAGE)
  await insertDismissal(by.tx, { message_id, user_id: by.caller.user_id, at: by.now })
}

const held = async (tx: Tx, id: string): Promise<Broadcast> => {
  const row = await lockBroadcast(tx, id)
  if (!row) throw notFound(NO_MESSAGE)
  return row
}

const tell = async (by: By, before: Broadcast | undefined, after: Broadcast) => {
  const target = { kind: 'broadcast' as const, id: after.id, name: after.title, sender_entity_id: null }
  await recordChange(by.tx, by, { target, before, after, fields: TOLD })
}
