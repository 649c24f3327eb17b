import { type Generated, type Insertable, sql, type Updateable } from 'kysely'
import { type SavedView, VIEWS_MAX, type ViewedList } from '#contract/people/views.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type ViewRow = {
  id: Generated<string>
  user_id: string
  list: ViewedList
  name: string
  search: string
  created_at: Date
  modified_at: Date
}

const on = (handle: Db | Tx) => handle.withTables<{ saved_views: ViewRow }>()

const COLUMNS = ['id', 'list', 'name', 'search'] as const

/** The views of this person, and of nobody else. */
export const ownViews = ({ db, caller }: { db: Db | Tx; caller: UserCaller }): Promise<SavedView[]> =>
  on(db)
    .selectFrom('saved_views')
    .where('user_id', '=', caller.user_id)
    .select(COLUMNS)
    .orderBy('name')
    .orderBy('id')
    .limit(VIEWS_MAX)
    .execute()

/** The same, for a change: who changes next waits until this transaction ends. */
export const holdViews = async (tx: Tx, caller: UserCaller): Promise<SavedView[]> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views of ${caller.user_id}`}, 0))`.execute(tx)
  return ownViews({ db: tx, caller })
}

export const insertView = (tx: Tx, row: Insertable<ViewRow>): Promise<SavedView> =>
  on(tx).insertInto('saved_views').values(row).returning(COLUMNS).executeTakeFirstOrThrow()

/** Undefined where this person has no such view. */
export const updateView = (tx: Tx, { user_id }: UserCaller, id: string, patch: Updateable<ViewRow>) =>
  on(tx)
    .updateTable('saved_views')
    .set(patch)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Whether this person had such a view. */
export const deleteView = async (tx: Tx, { user_id }: UserCaller, id: string): Promise<boolean> => {
  const own = on(tx).deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', user_id)
  return (await own.executeTakeFirst()).numDeletedRows === 1n
}
