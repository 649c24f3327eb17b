import { type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields, notFound } from '#domain/problems.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Sender } from './find.ts'
import { selectEntities } from './rows.ts'
import { on } from './tables.ts'

type Wanted = {
  /** What the request names; empty when it names none. */
  entity_code: string
  /** The ids that come into question when it names none; absent: all of the caller's. */
  among?: readonly string[]
  /** Where the request names it; `sender_entity_code` when absent. */
  field?: string
}

/**
 * The entity for which the caller makes something: the named one, or the only active one (decisions.md §2). Within a
 * transaction it stays there, and active, until the end. Throws invalid_fields at `field` when the choice is open, when
 * the entity is deactivated, and with the same words for a foreign code as for an unknown one.
 */
export const chooseEntity = async (
  { db, caller }: { db: Db | Tx; caller: Caller },
  { entity_code, among, field = 'sender_entity_code' }: Wanted,
): Promise<Sender> => {
  let wanted = selectEntities(db, caller)
  if (entity_code !== '') wanted = wanted.where('entity_code', '=', entity_code)
  else if (among) wanted = wanted.where(sql<SqlBool>`id = ANY(${[...among]}::uuid[])`)
  wanted = wanted.clearOrderBy().orderBy('is_active', 'desc').limit(2)
  const [only, other] = await (db.isTransaction ? wanted.forKeyShare() : wanted).execute()
  // Those that are deactivated come last.
  if (only && (!other || (only.is_active && !other.is_active))) return refuseInactive(only, field)
  const why = entity_code === '' ? 'Please select Sender' : 'This is none of your companies.'
  throw invalidFields({ [field]: [why] })
}

/**
 * Keeps an entity of the caller's active until the transaction ends, for whoever makes or changes something of it; many
 * may do so at once. Hold documents before, everything else after it, so that nobody waits crosswise. Throws
 * invalid_fields at `sender_entity_code` when it is deactivated, and not_found when it was removed.
 */
export const keepActive = async ({ tx, caller }: { tx: Tx; caller: Caller }, id: string) => {
  const entity = await selectEntities(tx, caller).where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!entity) throw notFound('There is no such company.')
  refuseInactive(entity, 'sender_entity_code')
}

/** Whether a company is active; within a transaction it stays so until the end. For what somebody else asked for. */
export const staysActive = async (handle: Db | Tx, id: string): Promise<boolean> => {
  const wanted = on(handle).selectFrom('sender_entities').where('id', '=', id).select('is_active')
  const entity = await (handle.isTransaction ? wanted.forKeyShare() : wanted).executeTakeFirst()
  return entity?.is_active ?? false
}

const refuseInactive = (entity: Sender, field: string): Sender => {
  if (!entity.is_active) throw invalidFields({ [field]: [`${entity.name} is deactivated.`] })
  return entity
}
