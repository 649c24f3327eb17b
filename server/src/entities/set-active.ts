import type { Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { getEntity } from './access/get.ts'
import { accessChanged } from './records/facts.ts'
import { holdEntity, targetOf } from './records/lock.ts'
import { updateEntity } from './records/rows.ts'

/**
 * Deactivates a company, or activates it again. Nothing new is made for one that is deactivated (`chooseEntity`);
 * what is approved or on its way goes on to its end (decisions/024). Throws not_found, and conflict `already_so`, so
 * that of two people the second learns what the first has done.
 */
export const setActive = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { id, is_active }: { id: string; is_active: boolean },
): Promise<Entity> => {
  await inTransaction(db, async (tx) => {
    const before = await holdEntity(tx, caller, id)
    if (before.is_active === is_active)
      throw conflict('already_so', `${before.name} ${is_active ? 'is active' : 'is deactivated'} already.`)
    await updateEntity(tx, id, { is_active, modified_at: now })
    const after = { is_active }
    // Of a deactivated company nobody is warned, and held documents may go on to their end.
    await tell(tx, accessChanged, { sender_entity_id: id })
    await recordChange(
      tx,
      { caller, now },
      { target: targetOf(before), before, after, fields: ['is_active'] },
    )
  })
  return getEntity({ db, caller, now }, id)
}
