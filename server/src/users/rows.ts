import { type ColumnType, type Generated, type Insertable, sql, type Updateable } from 'kysely'
import type { Language } from '#domain/language/languages.ts'
import type { KindKey, Way, Ways } from '#domain/notifications/kinds.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type UserRow = {
  id: Generated<string>
  username: string
  email: string
  first_name: string
  last_name: string
  access_type: string
  password_hash: string | null
  origin: Generated<'local' | 'directory'>
  directory_id: Generated<string | null>
  is_active: Generated<boolean>
  is_demo: Generated<boolean>
  image: Generated<string>
  notification_ways: ColumnType<Ways, string | undefined, string>
  language: Generated<Language | null>
  shortcuts: Generated<boolean>
  revision: Generated<number>
  created_at: Date
}

/** What people set of themselves. */
export type Choices =
  | { image: string }
  | { notification_ways: Ways }
  | { language?: Language | null | undefined; shortcuts?: boolean | undefined }

type UserTables = {
  users: UserRow
  groups: { id: Generated<string>; name: string; created_at: Date }
  group_permissions: { group_id: string; flag: string }
  user_groups: { user_id: string; group_id: string }
  user_entities: { user_id: string; sender_entity_id: string }
  user_store_codes: { user_id: string; store_code_id: string }
}

const on = (handle: Db | Tx) => handle.withTables<UserTables>()

/** By username or e-mail, whatever the case. The table's rules make sure that it is one person. */
export const readByName = (db: Db, name: string) =>
  on(db)
    .selectFrom('users')
    .select(['id', 'username', 'password_hash', 'is_active', 'origin'])
    .where((eb) => eb.or([eb(lower('username'), '=', name), eb(lower('email'), '=', name)]))
    .executeTakeFirst()

const lower = (column: 'username' | 'email') => sql<string>`lower(${sql.ref(column)})`

export const readAccounts = (db: Db, rows_max: number) =>
  on(db)
    .selectFrom('users')
    .select(['email', 'username', 'access_type', 'origin', 'is_active'])
    .orderBy(sql`access_type = 'superadmin'`, 'desc')
    .orderBy('email')
    .limit(rows_max)
    .execute()

/** What a person signs in with; of the directory's people, and of those who were just invited, there is no password. */
export const readSignIn = (handle: Db | Tx, id: string) => signInOf(handle, id).executeTakeFirst()

/** The same, held until the transaction ends. Who refers to the person meanwhile does not wait. */
export const lockSignIn = (tx: Tx, id: string) => signInOf(tx, id).forNoKeyUpdate().executeTakeFirst()

const signInOf = (handle: Db | Tx, id: string) =>
  on(handle)
    .selectFrom('users')
    .select(['id', 'username', 'email', 'access_type', 'password_hash', 'origin', 'is_active'])
    .where('id', '=', id)

export const readUser = (db: Db, id: string) =>
  on(db)
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'access_type', 'image'])
    .select(['notification_ways', 'language', 'shortcuts'])
    .where('id', '=', id)
    .executeTakeFirst()

export const readGroups = (handle: Db | Tx, user_id: string) =>
  on(handle)
    .selectFrom('user_groups')
    .innerJoin('groups', 'groups.id', 'user_groups.group_id')
    .select('groups.name')
    .where('user_groups.user_id', '=', user_id)
    .orderBy('groups.name')
    .execute()

export const insertUser = async (tx: Tx, row: Insertable<UserRow>): Promise<string> =>
  (await on(tx).insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id

/** One sign-in of a directory person runs after the other, so that the first two do not both make an account. */
export const lockDirectoryPerson = async (tx: Tx, directory_id: string) => {
  const name = `directory person ${directory_id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The account of this id, else one that was made for this name and waits for its first sign-in. */
export const readFromDirectory = (tx: Tx, person: { directory_id: string; username: string }) =>
  on(tx)
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'is_active', 'revision'])
    .where('origin', '=', 'directory')
    .where((eb) =>
      eb.or([
        eb('directory_id', '=', person.directory_id),
        eb.and([eb('directory_id', 'is', null), eb(lower('username'), '=', person.username.toLowerCase())]),
      ]),
    )
    .orderBy('directory_id', (order) => order.asc().nullsLast())
    .forUpdate()
    .limit(1)
    .executeTakeFirst()

/** Gives and takes the groups that are `decided`, by name whatever the case; others stay as they are. */
export const putGroups = async (
  tx: Tx,
  user_id: string,
  { held, decided }: { held: readonly string[]; decided: readonly string[] },
) => {
  await sql`DELETE FROM user_groups u USING groups g
    WHERE u.user_id = ${user_id} AND g.id = u.group_id
      AND lower(g.name) IN (SELECT lower(name) FROM unnest(${decided}::text[]) name)
      AND lower(g.name) NOT IN (SELECT lower(name) FROM unnest(${held}::text[]) name)`.execute(tx)
  await sql`INSERT INTO user_groups (user_id, group_id)
    SELECT ${user_id}, g.id FROM groups g
    WHERE lower(g.name) IN (SELECT lower(name) FROM unnest(${held}::text[]) name)
    ON CONFLICT DO NOTHING`.execute(tx)
}

export const setPassword = async (tx: Tx, user_id: string, password_hash: string) => {
  await on(tx).updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
}

export const setChoices = async (tx: Tx, user_id: string, choices: Choices) => {
  const set =
    'notification_ways' in choices
      ? { notification_ways: JSON.stringify(choices.notification_ways) }
      : choices
  await on(tx).updateTable('users').set(set).where('id', '=', user_id).execute()
}

export const readWays = async (handle: Db | Tx, id: string): Promise<Ways> =>
  (await on(handle).selectFrom('users').select('notification_ways').where('id', '=', id).executeTakeFirst())
    ?.notification_ways ?? {}

/** How a kind comes to people, and to superadmins where that differs, until they choose. */
export type UsualWays = { key: KindKey; usual: Way; usual_office?: Way }

type Choosing = {
  way: Way
  kinds: readonly UsualWays[]
  after: string | undefined
  rows_max: number
}

/** Those who are switched on and for whom one of these kinds comes this way, in the order of their ids. */
export const readWhoChose = async (db: Db, { way, kinds, after, rows_max }: Choosing): Promise<string[]> => {
  const of = kinds.map(({ key, usual, usual_office = usual }) => ({ key, usual, usual_office }))
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE is_active AND (${after ?? null}::uuid IS NULL OR id > ${after ?? null}::uuid)
      AND EXISTS (
        SELECT FROM jsonb_to_recordset(${JSON.stringify(of)}::jsonb) AS k(key text, usual text, usual_office text)
        WHERE COALESCE(notification_ways->>k.key,
          CASE WHEN access_type = 'superadmin' THEN k.usual_office ELSE k.usual END) = ${way})
    ORDER BY id LIMIT ${rows_max}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The same, held until the transaction ends. */
export const lockWays = async (tx: Tx, id: string): Promise<Ways> =>
  (
    await on(tx)
      .selectFrom('users')
      .select('notification_ways')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.notification_ways ?? {}

export const insertGroup = async (
  tx: Tx,
  group: { name: string; created_at: Date },
  flags: readonly string[],
) => {
  const { id } = await on(tx).insertInto('groups').values(group).returning('id').executeTakeFirstOrThrow()
  const rows = flags.map((flag) => ({ group_id: id, flag }))
  if (rows.length > 0) await on(tx).insertInto('group_permissions').values(rows).execute()
  return id
}

export type Grants = {
  group_ids: readonly string[]
  sender_entity_ids: readonly string[]
  store_code_ids: readonly string[]
}

export const insertGrants = async (tx: Tx, user_id: string, grants: Grants) => {
  const groups = grants.group_ids.map((group_id) => ({ user_id, group_id }))
  const entities = grants.sender_entity_ids.map((sender_entity_id) => ({ user_id, sender_entity_id }))
  const stores = grants.store_code_ids.map((store_code_id) => ({ user_id, store_code_id }))
  if (groups.length > 0) await on(tx).insertInto('user_groups').values(groups).execute()
  if (entities.length > 0) await on(tx).insertInto('user_entities').values(entities).execute()
  if (stores.length > 0) await on(tx).insertInto('user_store_codes').values(stores).execute()
}

/** Takes away and gives what is named so that the person has exactly that; the rest stays as it is. */
export const replaceGrants = async (tx: Tx, user_id: string, grants: Partial<Grants>) => {
  const { group_ids, sender_entity_ids, store_code_ids } = grants
  if (group_ids) await on(tx).deleteFrom('user_groups').where('user_id', '=', user_id).execute()
  if (sender_entity_ids) await on(tx).deleteFrom('user_entities').where('user_id', '=', user_id).execute()
  if (store_code_ids) await on(tx).deleteFrom('user_store_codes').where('user_id', '=', user_id).execute()
  await insertGrants(tx, user_id, { group_ids: [], sender_entity_ids: [], store_code_ids: [], ...grants })
}

/** A person's row, held to the end of the transaction. */
export const lockUser = (tx: Tx, id: string) =>
  on(tx).selectFrom('users').select('revision').where('id', '=', id).forUpdate().executeTakeFirst()

export const updateUser = async (tx: Tx, id: string, patch: Updateable<UserRow>) => {
  await on(tx).updateTable('users').set(patch).where('id', '=', id).execute()
}

/** Whoever may have taken away a superadmin waits here for the others who do, and then counts those who are left. */
export const countSuperadmins = async (tx: Tx, { directory }: { directory: boolean }): Promise<number> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('superadmins', 0))`.execute(tx)
  const { count } = await on(tx)
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('access_type', '=', 'superadmin')
    .where('is_active', '=', true)
    // Those who were invited cannot sign in yet, and those of a directory not where none is set up any more.
    .where((eb) =>
      eb.or([
        eb('password_hash', 'is not', null),
        ...(directory ? [eb('directory_id', 'is not', null)] : []),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const countUsers = async (db: Db): Promise<number> => {
  const { count } = await on(db)
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether anybody has ever been made a superadmin, switched on or not. */
export const readAnySuperadmin = (handle: Db | Tx) =>
  on(handle)
    .selectFrom('users')
    .where('access_type', '=', 'superadmin')
    .select('id')
    .limit(1)
    .executeTakeFirst()

export const readAnyDemo = (db: Db) =>
  on(db).selectFrom('users').where('is_demo', '=', true).select('id').limit(1).executeTakeFirst()
