import { type Generated, type SqlBool, sql } from 'kysely'
import type { Holder } from '#domain/access/effects.ts'
import type { Flag } from '#domain/access/flags.ts'
import { nameOf } from '../access/name-of.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type GroupTables = {
  users: { id: string; username: string; first_name: string; last_name: string } & Standing
  groups: { id: Generated<string>; name: string; created_at: Date }
  group_permissions: { group_id: string; flag: string }
  user_groups: { user_id: string; group_id: string }
  user_store_codes: { user_id: string; store_code_id: string }
}
type Standing = { access_type: Holder['access_type']; is_active: boolean }

const on = (handle: Db | Tx) => handle.withTables<GroupTables>()

const PERMISSIONS = sql<Flag[]>`ARRAY(
  SELECT p.flag FROM group_permissions p WHERE p.group_id = groups.id ORDER BY p.flag)`
const PEOPLE = sql<number>`(SELECT count(*)::int FROM user_groups g WHERE g.group_id = groups.id)`

export const selectGroups = (handle: Db | Tx) =>
  on(handle)
    .selectFrom('groups')
    .select(['id', 'name', PERMISSIONS.as('permissions'), PEOPLE.as('people')])
    .orderBy('name')
    .orderBy('id')

/** Whether there is such a group, which is held until the transaction ends. */
export const lockGroup = async (tx: Tx, id: string): Promise<boolean> =>
  (await on(tx).selectFrom('groups').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !==
  undefined

export const readGroupNamed = (handle: Db | Tx, name: string) =>
  on(handle)
    .selectFrom('groups')
    .select('id')
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst()

export const updateGroup = async (tx: Tx, id: string, name: string, flags: readonly string[]) => {
  await on(tx).updateTable('groups').set({ name }).where('id', '=', id).execute()
  await on(tx).deleteFrom('group_permissions').where('group_id', '=', id).execute()
  const rows = flags.map((flag) => ({ group_id: id, flag }))
  if (rows.length > 0) await on(tx).insertInto('group_permissions').values(rows).execute()
}

/** With it go its permissions, and the people in it. */
export const deleteGroup = async (tx: Tx, id: string) => {
  await on(tx).deleteFrom('groups').where('id', '=', id).execute()
}

export const deleteStoreGrants = async (tx: Tx, store_code_id: string) => {
  await on(tx).deleteFrom('user_store_codes').where('store_code_id', '=', store_code_id).execute()
}

/** A person and all that they have of one kind, by name. */
type Having = { id: string; email: string; held: { id: string; name: string }[] }

/** The people in this group, each with all of their groups. */
export const readGroupsOfMembers = async (tx: Tx, group_id: string): Promise<Having[]> =>
  (
    await sql<Having>`
      SELECT u.id, u.email, (
        SELECT json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY lower(g.name))
        FROM user_groups o JOIN groups g ON g.id = o.group_id WHERE o.user_id = u.id
      ) AS held
      FROM user_groups m JOIN users u ON u.id = m.user_id
      WHERE m.group_id = ${group_id} ORDER BY u.email`.execute(tx)
  ).rows

/** The people who have this department, each with all of their departments. */
export const readStoresOfHolders = async (tx: Tx, store_code_id: string): Promise<Having[]> =>
  (
    await sql<Having>`
      SELECT u.id, u.email, (
        SELECT json_agg(json_build_object('id', c.id, 'name', c.code) ORDER BY c.code)
        FROM user_store_codes o JOIN store_codes c ON c.id = o.store_code_id WHERE o.user_id = u.id
      ) AS held
      FROM user_store_codes s JOIN users u ON u.id = s.user_id
      WHERE s.store_code_id = ${store_code_id} ORDER BY u.email`.execute(tx)
  ).rows

const NAME = nameOf('u')

type HolderOf = Holder & { of: string }

/** The people in each of these groups, with the flags that they have from other groups. */
export const readMembers = async (handle: Db | Tx, group_ids: readonly string[]): Promise<HolderOf[]> =>
  (
    await sql<HolderOf>`
      SELECT g.group_id AS of, ${NAME} AS name, u.access_type, u.is_active,
        ARRAY(
          SELECT DISTINCT p.flag FROM user_groups o JOIN group_permissions p ON p.group_id = o.group_id
          WHERE o.user_id = u.id AND o.group_id <> g.group_id
        ) AS elsewhere
      FROM user_groups g JOIN users u ON u.id = g.user_id
      WHERE g.group_id = ANY(${[...group_ids]}::uuid[])`.execute(handle)
  ).rows

/** The people who may act for each of these departments: they have its company too. */
export const readStoreHolders = async (
  handle: Db | Tx,
  store_code_ids: readonly string[],
): Promise<HolderOf[]> =>
  (
    await sql<HolderOf>`
      SELECT s.store_code_id AS of, ${NAME} AS name, u.access_type, u.is_active, ARRAY[]::text[] AS elsewhere
      FROM user_store_codes s JOIN users u ON u.id = s.user_id
      JOIN store_codes c ON c.id = s.store_code_id
      JOIN user_entities e ON e.user_id = u.id AND e.sender_entity_id = c.sender_entity_id
      WHERE s.store_code_id = ANY(${[...store_code_ids]}::uuid[])`.execute(handle)
  ).rows

/** The names of the superadmins who may sign in, with their ids. */
export const readSuperadmins = async (handle: Db | Tx) =>
  (
    await sql<{ id: string; name: string }>`
      SELECT u.id, ${NAME} AS name FROM users u
      WHERE u.is_active AND u.access_type = 'superadmin' ORDER BY name, u.id`.execute(handle)
  ).rows
