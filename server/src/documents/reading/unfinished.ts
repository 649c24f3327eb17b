import type { Caller } from '#domain/access/caller.ts'
import { UNFINISHED } from '#domain/documents/lifecycle.ts'
import { notFound } from '#domain/problems.ts'
import { findEntity } from '../../entities/records/find.ts'
import type { Db } from '../../platform/db/database.ts'
import { visible } from '../store/rows.ts'

/**
 * How many documents of a company wait for approval, and how many are approved and have no verdict yet. Throws
 * not_found for a company that is absent or foreign.
 */
export const countUnfinished = async (
  { db, caller }: { db: Db; caller: Caller },
  id: string,
): Promise<{ pending: number; on_their_way: number }> => {
  if (!(await findEntity(db, caller, id))) throw notFound('There is no such company.')
  const { pending, on_their_way } = await visible(db, caller)
    .where('sender_entity_id', '=', id)
    .where('status', 'in', UNFINISHED)
    .select((eb) => [
      eb.fn.count<string>('id').filterWhere('status', '=', 'Pending Approval').as('pending'),
      eb.fn.count<string>('id').filterWhere('status', '<>', 'Pending Approval').as('on_their_way'),
    ])
    .executeTakeFirstOrThrow()
  return { pending: Number(pending), on_their_way: Number(on_their_way) }
}
