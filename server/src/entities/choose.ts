import { type SqlBool, sql } from 'kysely'
import type { SenderEntity } from '#contract/session.ts'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields } from '#domain/problems.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { selectEntities } from './rows.ts'

type Wanted = {
  /** What the request names; empty when it names none. */
  entity_code: string
  /** The ids that come into question when it names none; absent: all of the caller's. */
  among?: readonly string[]
  /** Where the request names it; `sender_entity_code` when absent. */
  field?: string
}

/**
 * The entity for which the caller makes something: the named one, or the only one there is (decisions.md §2). Throws
 * invalid_fields at `field` when the choice is open, and with the same words for a foreign code as for an unknown one.
 */
export const chooseEntity = async (
  { db, caller }: { db: Db | Tx; caller: Caller },
  { entity_code, among, field = 'sender_entity_code' }: Wanted,
): Promise<SenderEntity> => {
  let wanted = selectEntities(db, caller)
  if (entity_code !== '') wanted = wanted.where('entity_code', '=', entity_code)
  else if (among) wanted = wanted.where(sql<SqlBool>`id = ANY(${[...among]}::uuid[])`)
  const [only, ...others] = await wanted.limit(2).execute()
  if (only && others.length === 0) return only
  const why = entity_code === '' ? 'Please select Sender' : 'This is none of your companies.'
  throw invalidFields({ [field]: [why] })
}
