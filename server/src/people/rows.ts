import { type SqlBool, sql } from 'kysely'
import type { UserRow } from '#contract/people/users.ts'
import type { Flag } from '#domain/access/flags.ts'
import { nameOf } from '../access/name-of.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** A person with all that is granted. Reads the tables of users, entities, access, session and webhooks. */
type PeopleTables = {
  users: Pick<UserRow, 'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'access_type'> &
    Pick<UserRow, 'origin' | 'revision'> & { is_active: boolean }
  groups: { id: string; name: string }
}

const on = (handle: Db | Tx) => handle.withTables<PeopleTables>()

export const selectPeople = (handle: Db | Tx) => on(handle).selectFrom('users')

export const NAME = sql<string>`lower(${nameOf('users')})`

export const STATE = sql<UserRow['state']>`CASE
  WHEN NOT users.is_active THEN 'deactivated'
  WHEN users.password_hash IS NULL AND users.directory_id IS NULL THEN 'invited'
  ELSE 'active' END`

export const LAST_LOGIN = sql<Date | null>`(
  SELECT l.at FROM login_records l
  WHERE l.user_id = users.id AND l.outcome = 'succeeded' ORDER BY l.at DESC LIMIT 1)`

const GROUPS = sql<UserRow['groups']>`COALESCE((
  SELECT json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY lower(g.name))
  FROM user_groups ug JOIN groups g ON g.id = ug.group_id WHERE ug.user_id = users.id), '[]'::json)`

const ENTITIES = sql<UserRow['sender_entities']>`COALESCE((
  SELECT json_agg(json_build_object('id', e.id, 'name', e.name) ORDER BY lower(e.name))
  FROM user_entities ue JOIN sender_entities e ON e.id = ue.sender_entity_id
  WHERE ue.user_id = users.id), '[]'::json)`

const STORES = sql<UserRow['store_codes']>`COALESCE((
  SELECT json_agg(json_build_object('id', c.id, 'code', c.code) ORDER BY c.code)
  FROM user_store_codes us JOIN store_codes c ON c.id = us.store_code_id
  WHERE us.user_id = users.id), '[]'::json)`

const keysAt = (now: Date) => sql<string>`(
  SELECT count(*) FROM api_keys k
  WHERE k.created_by = users.id AND k.revoked_at IS NULL AND k.expires_at > ${now})`

const webhooksAt = (now: Date) => sql<string>`(
  SELECT count(*) FROM webhooks w JOIN api_keys k ON k.id = w.api_key_id
  WHERE w.owner_id = users.id AND w.is_active AND w.removed_at IS NULL
    AND k.revoked_at IS NULL AND k.expires_at > ${now})`

export const peopleColumns = (now: Date) =>
  [
    ...(['users.id', 'username', 'email', 'first_name', 'last_name', 'access_type'] as const),
    ...(['origin', 'revision'] as const),
    sql<boolean>`users.directory_id IS NOT NULL`.as('kept_by_directory'),
    STATE.as('state'),
    GROUPS.as('groups'),
    ENTITIES.as('sender_entities'),
    STORES.as('store_codes'),
    keysAt(now).as('api_keys'),
    webhooksAt(now).as('webhooks'),
    LAST_LOGIN.as('last_login_at'),
  ] as const

export const inGroup = (group_id: string) =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM user_groups ug WHERE ug.user_id = users.id AND ug.group_id = ${group_id})`

/** Assigned to the company, or to none because all are theirs. */
export const inEntity = (entity_id: string) => sql<SqlBool>`(users.access_type = 'superadmin' OR EXISTS (
  SELECT 1 FROM user_entities ue WHERE ue.user_id = users.id AND ue.sender_entity_id = ${entity_id}))`

export const readGroupOptions = (db: Db) =>
  on(db).selectFrom('groups').select(['id', 'name']).orderBy(sql`lower(name)`).limit(GROUPS_MAX).execute()

/** More groups than one installation has. */
const GROUPS_MAX = 1_000

/** The permissions that a person's groups give, each with the names of those groups. */
export const readFlagSources = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ flag: Flag; groups: string[] }>`
    SELECT p.flag, array_agg(g.name ORDER BY lower(g.name)) AS groups
    FROM user_groups ug JOIN groups g ON g.id = ug.group_id JOIN group_permissions p ON p.group_id = g.id
    WHERE ug.user_id = ${user_id} GROUP BY p.flag`.execute(db)
  return rows
}

/** Of these ids the groups, companies and departments that exist; none of them goes away before the commit. */
export const holdGranted = async (
  tx: Tx,
  ids: { groups: string[]; entities: string[]; stores: string[] },
) => {
  const groups = await sql<{ id: string }>`
    SELECT id FROM groups WHERE id = ANY(${ids.groups}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(tx)
  const entities = await sql<{ id: string }>`
    SELECT id FROM sender_entities WHERE id = ANY(${ids.entities}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(
    tx,
  )
  const stores = await sql<{ id: string; code: string; sender_entity_id: string }>`
    SELECT id, code, sender_entity_id FROM store_codes WHERE id = ANY(${ids.stores}::uuid[])
    ORDER BY id FOR KEY SHARE`.execute(tx)
  return { groups: groups.rows, entities: entities.rows, stores: stores.rows }
}
