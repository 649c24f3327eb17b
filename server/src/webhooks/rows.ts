import { type Insertable, sql, type Updateable } from 'kysely'
import type { Webhook } from '#contract/webhooks.ts'
import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { nameOf } from '../access/name-of.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { like } from '../platform/lists/like.ts'
import { on, type WebhookTable } from './tables.ts'

/** Reads the tables of keys, entities and users beside its own. */
type Beside = {
  webhooks: WebhookTable
  api_keys: { id: string; name: string; expires_at: Date; revoked_at: Date | null }
  sender_entities: { id: string; name: string; entity_code: string }
  users: { id: string; username: string; first_name: string; last_name: string; is_active: boolean }
}

const joined = (handle: Db | Tx) =>
  handle
    .withTables<Beside>()
    .selectFrom('webhooks')
    .innerJoin('api_keys', 'api_keys.id', 'webhooks.api_key_id')
    .innerJoin('sender_entities', 'sender_entities.id', 'webhooks.sender_entity_id')
    .innerJoin('users', 'users.id', 'webhooks.owner_id')
    .where('removed_at', 'is', null)

const OWNER = nameOf('users')

/** Until when the secret signs that was replaced last. */
const FORMER_UNTIL = sql<Date | null>`(SELECT max(until) FROM webhook_former_secrets
  WHERE webhook_id = webhooks.id)`

const COLUMNS = [
  ...(['webhooks.id', 'url', 'description', 'events', 'webhooks.is_active', 'off_reason'] as const),
  ...(['api_key_id', 'webhooks.sender_entity_id', 'failing_since'] as const),
  ...(['webhooks.created_at', 'webhooks.modified_at', 'expires_at', 'revoked_at'] as const),
  'api_keys.name as api_key_name',
  'sender_entities.name as sender_entity_name',
  'users.is_active as owner_is_active',
  OWNER.as('owner'),
  FORMER_UNTIL.as('former_until'),
] as const

/** The webhooks of the caller's companies; `searched` is a part of the address or description. */
export const visibleWebhooks = (handle: Db | Tx, caller: Caller, searched?: string) => {
  const all = joined(handle).where(inEntities(caller, 'webhooks.sender_entity_id'))
  if (!searched) return all
  const part = like(searched)
  return all.where((eb) => eb.or([eb('url', 'ilike', part), eb('description', 'ilike', part)]))
}

export const selectWebhooks = <Q extends ReturnType<typeof visibleWebhooks>>(rows: Q) => rows.select(COLUMNS)

type Listed = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>

/** One of them; absent and foreign ones are the same 404. */
export const findWebhook = async (
  { db, caller, now }: { db: Db | Tx; caller: Caller; now: Date },
  id: string,
): Promise<Webhook> => {
  const one = visibleWebhooks(db, caller).where('webhooks.id', '=', id)
  const row = await selectWebhooks(one).executeTakeFirst()
  if (!row) throw notFound('There is no such webhook.')
  return toAnswer(row, now)
}

/** The same, held until the transaction ends. */
export const holdWebhook = async (
  by: { tx: Tx; caller: Caller; now: Date },
  id: string,
): Promise<Webhook> => {
  await on(by.tx).selectFrom('webhooks').where('id', '=', id).select('id').forUpdate().execute()
  return findWebhook({ ...by, db: by.tx }, id)
}

export const toAnswer = (row: Listed, now: Date): Webhook => {
  const { expires_at, revoked_at, owner_is_active, former_until, ...told } = row
  return {
    ...told,
    state: stateOf(row, now),
    failing_since: row.failing_since?.toISOString() ?? null,
    former_until: former_until && former_until > now ? former_until.toISOString() : null,
    created_at: row.created_at.toISOString(),
    modified_at: row.modified_at.toISOString(),
  }
}

const stateOf = (row: Listed, now: Date): Webhook['state'] => {
  if (!row.is_active) return 'off'
  if (row.revoked_at || row.expires_at <= now) return 'key_ended'
  if (!row.owner_is_active) return 'owner_gone'
  return row.failing_since ? 'failing' : 'active'
}

export const insertWebhook = async (tx: Tx, row: Insertable<WebhookTable>): Promise<string> =>
  (await on(tx).insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id

export const updateWebhook = (tx: Tx, id: string, patch: Updateable<WebhookTable>) =>
  on(tx).updateTable('webhooks').set(patch).where('id', '=', id).execute()

type Turn = { id: string; now: Date; until: Date }

/** Makes the caller the only one who sends to it until then; false while there is another. */
export const beginTurn = async (tx: Tx, { id, now, until }: Turn): Promise<boolean> => {
  const free = on(tx)
    .updateTable('webhooks')
    .set({ busy_until: until })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', now)]))
  return (await free.executeTakeFirst()).numUpdatedRows === 1n
}

export const endTurn = (tx: Tx, { id, until }: Turn) =>
  on(tx)
    .updateTable('webhooks')
    .set({ busy_until: null })
    .where('id', '=', id)
    .where('busy_until', '=', until)
    .execute()

/** Something arrived; it says nothing of a webhook that has another address by now. */
export const markWorking = (tx: Tx, { id, url }: Pick<Hook, 'id' | 'url'>) =>
  on(tx)
    .updateTable('webhooks')
    .set({ failing_since: null, tried_until: null })
    .where('id', '=', id)
    .where('url', '=', url)
    .where('failing_since', 'is not', null)
    .execute()

/** Of one that was removed, with what it was told still. */
export const deleteRemoved = (tx: Tx, id: string) =>
  on(tx).deleteFrom('webhooks').where('id', '=', id).where('removed_at', 'is not', null).execute()

export const countWebhooks = async (tx: Tx, api_key_id: string): Promise<number> => {
  const all = on(tx)
    .selectFrom('webhooks')
    .where('api_key_id', '=', api_key_id)
    .where('removed_at', 'is', null)
  return Number((await all.select((eb) => eb.fn.countAll().as('n')).executeTakeFirst())?.n)
}

/** A webhook as jobs need it, which act for no caller. */
const HOOK = [
  ...(['webhooks.id', 'url', 'events', 'webhooks.is_active', 'webhooks.sender_entity_id'] as const),
  ...(['api_key_id', 'owner_id', 'off_reason', 'failing_since', 'webhooks.created_at'] as const),
  'entity_code',
  'users.is_active as owner_is_active',
] as const

export type Hook = NonNullable<Awaited<ReturnType<typeof readHook>>>

export const readHook = (db: Db, id: string) =>
  joined(db).where('webhooks.id', '=', id).select(HOOK).executeTakeFirst()

/** Those of some companies, the first ones first. */
export const readHooksOf = (db: Db, sender_entity_ids: readonly string[]) =>
  joined(db)
    .where(sql<boolean>`webhooks.sender_entity_id = ANY(${[...sender_entity_ids]}::uuid[])`)
    .select(HOOK)
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute()
