import { sql } from 'kysely'
import type { z } from 'zod'
import { type UserRow, users } from '#contract/people/users.ts'
import { notFound } from '#domain/problems.ts'
import type { Directory } from '../directory/directory.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { like } from '../platform/lists/like.ts'
import { readPage } from '../platform/lists/read-page.ts'
import {
  inEntity,
  inGroup,
  LAST_LOGIN,
  NAME,
  peopleColumns,
  readGroupOptions,
  STATE,
  selectPeople,
} from './rows.ts'

type Query = z.output<(typeof users.list)['query']>

/** The people that match, by name unless sorted; whoever never signed in stands last. */
export const listUsers = (by: { db: Db; now: Date; public_url: string }, query: Query) =>
  readPage({
    url: by.public_url + users.list.path,
    query,
    filtered: filtered(by.db, query),
    rows: (rows) =>
      rows
        .select(peopleColumns(by.now))
        .orderBy(SORTED[query.sort_by ?? 'name'], (by) =>
          query.order === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast(),
        )
        .orderBy(NAME)
        .orderBy('users.id'),
    toRow: toAnswer,
  })

const SORTED = {
  name: NAME,
  username: sql`lower(username)`,
  email: sql`lower(email)`,
  access_type: sql`array_position(ARRAY['superadmin', 'staff', 'user'], access_type)`,
  state: sql`array_position(ARRAY['active', 'invited', 'deactivated'], ${STATE})`,
  last_login_at: LAST_LOGIN,
}

const filtered = (db: Db, { search, access_type, state, group_id, sender_entity_id }: Query) => {
  let rows = selectPeople(db)
  if (search) {
    const text = sql`users.first_name || ' ' || users.last_name || ' ' || username || ' ' || email`
    rows = rows.where(sql<boolean>`(${text}) ILIKE ${like(search)}`)
  }
  if (access_type) rows = rows.where('access_type', '=', access_type)
  if (state) rows = rows.where(STATE, '=', state)
  if (group_id) rows = rows.where(inGroup(group_id))
  if (sender_entity_id) rows = rows.where(inEntity(sender_entity_id))
  return rows
}

type Counts = { api_keys: string; webhooks: string }
type Stored = Omit<UserRow, keyof Counts | 'last_login_at'> & Counts & { last_login_at: Date | null }

const toAnswer = ({ api_keys, webhooks, last_login_at, ...row }: Stored): UserRow => ({
  ...row,
  api_keys: Number(api_keys),
  webhooks: Number(webhooks),
  last_login_at: last_login_at?.toISOString() ?? null,
})

/** One person. Throws not_found. */
export const getUser = async ({ db, now }: { db: Db | Tx; now: Date }, id: string): Promise<UserRow> => {
  const row = await selectPeople(db).select(peopleColumns(now)).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such user.')
  return toAnswer(row)
}

/** What a form about a person offers; who of them the directory decides about is known by the settings. */
export const userOptions = async ({ db, directory }: { db: Db; directory: Directory | undefined }) => {
  const decided = new Set(directory?.groups.map((name) => name.toLowerCase()))
  const groups = await readGroupOptions(db)
  return {
    groups: groups.map((group) => ({ ...group, by_directory: decided.has(group.name.toLowerCase()) })),
    directory: directory !== undefined,
  }
}
