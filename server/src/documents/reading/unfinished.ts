import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { UNFINISHED } from '#domain/documents/lifecycle.ts'
import { notFound } from '#domain/problems.ts'
import { findEntity } from '../../entities/records/find.ts'
import type { Db } from '../../platform/db/database.ts'
import { countedDocuments } from '../counting/counted.ts'

/**
 * How many documents of a company wait for approval, and how many are approved and have no verdict yet. Throws
 * not_found for a company that is absent or foreign.
 */
export const countUnfinished = async (
  { db, caller }: { db: Db; caller: Caller },
  id: string,
): Promise<{ pending: number; on_their_way: number }> => {
  if (!(await findEntity(db, caller, id))) throw notFound('There is no such company.')
  const stores = caller.stores.filter(({ sender_entity_id }) => sender_entity_id === id)
  const n = (is_one: RawBuilder<SqlBool>) => sql`coalesce(sum(n) FILTER (WHERE ${is_one}), 0)::int`
  const { rows } = await sql<{ pending: number; on_their_way: number }>`
    SELECT ${n(sql`status = 'Pending Approval'`)} AS pending, ${n(sql`status <> 'Pending Approval'`)} AS on_their_way
    FROM ${countedDocuments({ ...caller, stores }, {})} AS documents
    WHERE status = ANY(${[...UNFINISHED]}::text[])`.execute(db)
  return rows[0] ?? { pending: 0, on_their_way: 0 }
}
