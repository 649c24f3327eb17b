import { type Generated, type Insertable, type JSONColumnType, sql, type Updateable } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { inEntities } from '../access/scope.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type TemplateRow = {
  id: Generated<string>
  sender_entity_id: string
  created_by: string
  name: string
  description: string
  invoice: JSONColumnType<Record<string, unknown>, string, string>
  created_at: Date
  modified_at: Date
}

const on = (handle: Db | Tx) => handle.withTables<{ templates: TemplateRow }>()

export const selectTemplates = (db: Db | Tx, caller: Caller) =>
  on(db).selectFrom('templates').where(inEntities(caller, 'templates.sender_entity_id'))

/** How many a company keeps. Who counts next waits until this transaction ends, so that none is overlooked. */
export const countTemplates = async (tx: Tx, sender_entity_id: string): Promise<number> => {
  const name = `templates of ${sender_entity_id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const { n } = await on(tx)
    .selectFrom('templates')
    .where('sender_entity_id', '=', sender_entity_id)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertTemplate = async (tx: Tx, row: Insertable<TemplateRow>): Promise<string> =>
  (await on(tx).insertInto('templates').values(row).returning('id').executeTakeFirstOrThrow()).id

export const updateTemplate = (tx: Tx, id: string, row: Updateable<TemplateRow>) =>
  on(tx).updateTable('templates').set(row).where('id', '=', id).execute()

/** Deletes a template of the caller's, and answers what it was; undefined where there is none. */
export const deleteTemplate = (tx: Tx, caller: Caller, id: string) =>
  on(tx)
    .deleteFrom('templates')
    .where('id', '=', id)
    .where(inEntities(caller, 'templates.sender_entity_id'))
    .returning(['sender_entity_id', 'name', 'description', 'invoice'])
    .executeTakeFirst()
