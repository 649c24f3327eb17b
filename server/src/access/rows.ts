import { type Generated, type Insertable, type RawBuilder, sql } from 'kysely'
import type { StoreScope } from '#domain/access/caller.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { PREPARED } from '../platform/db/prepared.ts'

type SessionRow = {
  id: Generated<string>
  token_hash: string
  user_id: string
  created_at: Date
  last_used_at: Date
  absolute_until: Date
  ip: string
  user_agent: string
}

export type KeyRow = {
  id: Generated<string>
  name: string
  key_hash: string
  key_start: string
  sender_entity_id: string
  flags: string[]
  created_by: string | null
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

type AccessTables = {
  sessions: SessionRow
  api_keys: KeyRow
  api_key_store_codes: { api_key_id: string; sender_entity_id: string; store_code_id: string }
}

const on = (handle: Db | Tx) => handle.withTables<AccessTables>()

export type Person = {
  user_id: string
  username: string
  email: string
  first_name: string
  last_name: string
  access_type: string
  flags: string[]
  stores: StoreScope[]
}

/** The permissions of `u.id`. */
const FLAGS_OF_USER = sql`ARRAY(
        SELECT DISTINCT p.flag FROM user_groups g JOIN group_permissions p ON p.group_id = g.group_id
        WHERE g.user_id = u.id)`

/** A session whose person may come in, with flags and stores; whether it has ended is for whoever asks to say. */
export type OpenSession = Person & { last_used_at: Date; absolute_until: Date }

/** The sessions of these tokens' hashes, in one query. Reads the tables of users and entities. */
export const readSessions = async (
  db: Db,
  token_hashes: readonly string[],
): Promise<Map<string, OpenSession>> => {
  const { rows } = await sql<OpenSession & { token_hash: string }>`
    SELECT s.token_hash, s.last_used_at, s.absolute_until,
      u.id AS user_id, u.username, u.email, u.first_name, u.last_name, u.access_type,
      ${FLAGS_OF_USER} AS flags, ${storesOfUser()} AS stores
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ANY(${[...token_hashes]}::text[]) AND u.is_active ${PREPARED}`.execute(db)
  return new Map(rows.map((row) => [row.token_hash, row]))
}

/** The same of a person who is not here: whose work the server goes on with. */
export const readAbsent = async (db: Db, user_id: string): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`
    SELECT u.id AS user_id, u.username, u.email, u.first_name, u.last_name, u.access_type,
      ${FLAGS_OF_USER} AS flags, ${storesOfUser()} AS stores
    FROM users u WHERE u.id = ${user_id} AND u.is_active`.execute(db)
  return rows[0]
}

/** The stores that a person reaches, signed in or not: those of `u.id`. */
const storesOfUser = () =>
  storesWhere(sql`u.access_type = 'superadmin' OR EXISTS (
        SELECT 1 FROM user_store_codes us
        JOIN user_entities ue ON ue.user_id = us.user_id AND ue.sender_entity_id = c.sender_entity_id
        WHERE us.user_id = u.id AND us.store_code_id = c.id)`)

/** What a person reaches, by the rule that their calls are judged by; undefined when there is no such person. */
export const readReach = async (db: Db, user_id: string): Promise<StoreScope[] | undefined> => {
  const { rows } = await sql<{ stores: StoreScope[] }>`
    SELECT ${storesOfUser()} AS stores FROM users u WHERE u.id = ${user_id}`.execute(db)
  return rows[0]?.stores
}

export type Key = Pick<KeyRow, 'name' | 'sender_entity_id' | 'flags' | 'last_used_at' | 'expires_at'> & {
  id: string
  stores: StoreScope[]
}

/** The API keys of these hashes that nobody revoked, with their stores, in one query. */
export const readKeys = async (db: Db, key_hashes: readonly string[]): Promise<Map<string, Key>> => {
  const rows = await keysWhere(db, sql`k.key_hash = ANY(${[...key_hashes]}::text[])`)
  return new Map(rows.map((row) => [row.key_hash, row]))
}

/** The same of a key that does not call: whose work the server goes on with. */
export const readAbsentKey = async (db: Db, id: string): Promise<Key | undefined> =>
  (await keysWhere(db, sql`k.id = ${id}`))[0]

const keysWhere = async (db: Db, condition: RawBuilder<unknown>) => {
  const { rows } = await sql<Key & { key_hash: string }>`
    SELECT k.id, k.key_hash, k.name, k.sender_entity_id, k.flags, k.last_used_at, k.expires_at,
      ${storesWhere(sql`c.sender_entity_id = k.sender_entity_id AND EXISTS (
        SELECT 1 FROM api_key_store_codes ks WHERE ks.api_key_id = k.id AND ks.store_code_id = c.id)`)} AS stores
    FROM api_keys k
    WHERE ${condition} AND k.revoked_at IS NULL ${PREPARED}`.execute(db)
  return rows
}

const storesWhere = (condition: RawBuilder<unknown>) => sql`
  COALESCE((
    SELECT json_agg(json_build_object(
      'store_code_id', c.id, 'sender_entity_id', c.sender_entity_id, 'code', c.code) ORDER BY c.code)
    FROM store_codes c WHERE ${condition}), '[]'::json)`

export const insertSession = async (tx: Tx, row: Insertable<SessionRow>) => {
  await on(tx).insertInto('sessions').values(row).execute()
}

/** Writes only when nobody touched it since `seen`, so that parallel calls cost one write. */
export const touchSession = async (tx: Tx, token_hash: string, seen: Date, now: Date) => {
  await on(tx)
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', token_hash)
    .where('last_used_at', '=', seen)
    .execute()
}

export const readLastUse = async (db: Db, token_hash: string): Promise<Date | undefined> =>
  (
    await on(db)
      .selectFrom('sessions')
      .select('last_used_at')
      .where('token_hash', '=', token_hash)
      .executeTakeFirst()
  )?.last_used_at

/** Ends one session; whose it was, or undefined where there was none. */
export const deleteSession = async (tx: Tx, token_hash: string): Promise<string | undefined> => {
  const ended = on(tx).deleteFrom('sessions').where('token_hash', '=', token_hash).returning('user_id')
  return (await ended.executeTakeFirst())?.user_id
}

/** The sessions of a user that live, the last used first. */
export const readSessionsOf = (
  db: Db,
  user_id: string,
  limits: { now: Date; idle_since: Date; rows_max: number },
) =>
  on(db)
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .where('absolute_until', '>', limits.now)
    .where('last_used_at', '>', limits.idle_since)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(limits.rows_max)
    .execute()

/** Ends one session if it is this user's; whether there was one. */
export const deleteSessionOf = async (tx: Tx, user_id: string, id: string): Promise<boolean> => {
  const done = await on(tx)
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows === 1n
}

/** Ends all sessions of a user but one; how many they were. */
export const deleteOtherSessionsOf = async (tx: Tx, user_id: string, token_hash: string): Promise<number> => {
  const done = await on(tx)
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('token_hash', '<>', token_hash)
    .executeTakeFirst()
  return Number(done.numDeletedRows)
}

/** All sessions of a user; with `ended_by` only those past their absolute limit. */
export const deleteSessionsOf = async (tx: Tx, user_id: string, ended_by?: Date) => {
  const all = on(tx).deleteFrom('sessions').where('user_id', '=', user_id)
  await (ended_by ? all.where('absolute_until', '<=', ended_by) : all).execute()
}

/** Nobody is signed in any more. */
export const deleteAllSessions = async (tx: Tx) => {
  await on(tx).deleteFrom('sessions').execute()
}

export const insertKey = async (
  tx: Tx,
  row: Insertable<KeyRow>,
  store_code_ids: readonly string[],
): Promise<string> => {
  const { id } = await on(tx).insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow()
  const stores = store_code_ids.map((store_code_id) => ({
    api_key_id: id,
    sender_entity_id: row.sender_entity_id,
    store_code_id,
  }))
  if (stores.length > 0) await on(tx).insertInto('api_key_store_codes').values(stores).execute()
  return id
}

export const touchKey = async (tx: Tx, id: string, now: Date) => {
  await on(tx).updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}

export const markKeyRevoked = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const done = await on(tx)
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}
