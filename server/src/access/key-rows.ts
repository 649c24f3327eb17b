import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { nameOf } from './name-of.ts'
import type { KeyRow } from './rows.ts'
import { inEntities } from './scope.ts'

/** A key with the names that it refers to. Reads the tables of users, entities and webhooks. */
type KeyTables = {
  api_keys: KeyRow
  sender_entities: { id: string; name: string }
  users: { id: string; username: string; first_name: string; last_name: string }
}

/** The keys of the caller's companies. */
export const visibleKeys = (handle: Db | Tx, caller: Caller) =>
  handle
    .withTables<KeyTables>()
    .selectFrom('api_keys')
    .innerJoin('sender_entities', 'sender_entities.id', 'api_keys.sender_entity_id')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .where(inEntities(caller, 'api_keys.sender_entity_id'))

const STORE_CODES = sql<string[]>`ARRAY(
  SELECT c.code FROM api_key_store_codes ks JOIN store_codes c ON c.id = ks.store_code_id
  WHERE ks.api_key_id = api_keys.id ORDER BY c.code)`

/** Of one that nobody made there is no name. */
const MAKER = sql<string>`COALESCE(${nameOf('users')}, '')`

const WEBHOOKS = sql<string>`(SELECT count(*) FROM webhooks w
  WHERE w.sender_entity_id = api_keys.sender_entity_id AND w.api_key_id = api_keys.id
    AND w.is_active AND w.removed_at IS NULL)`

export const KEY_COLUMNS = [
  ...(['api_keys.id', 'api_keys.name', 'api_keys.sender_entity_id', 'api_keys.created_at'] as const),
  ...(['key_start', 'flags', 'expires_at', 'last_used_at', 'revoked_at'] as const),
  'sender_entities.name as sender_entity_name',
  STORE_CODES.as('store_codes'),
  MAKER.as('created_by'),
  WEBHOOKS.as('webhooks'),
] as const

export const selectKeys = (handle: Db | Tx, caller: Caller) => visibleKeys(handle, caller).select(KEY_COLUMNS)

export type ListedKey = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

export const hasKeys = async (handle: Db | Tx, store_code_id: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM api_key_store_codes WHERE store_code_id = ${store_code_id}) AS found`.execute(
    handle,
  )
  return rows[0]?.found ?? false
}

export const lockKey = async (tx: Tx, id: string): Promise<void> => {
  await sql`SELECT FROM api_keys WHERE id = ${id} FOR UPDATE`.execute(tx)
}
