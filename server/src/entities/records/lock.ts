import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import type { Target } from '../../audit/record.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockEntity } from './rows.ts'

/** The company as the audit log names it. */
export const targetOf = ({ id, name }: { id: string; name: string }): Target => ({
  ...{ kind: 'entity', id, name },
  sender_entity_id: id,
})

/** The company, held until the transaction ends, so that its changes follow one another. Throws not_found. */
export const holdEntity = async (tx: Tx, caller: Caller, id: string) => {
  const entity = await lockEntity(tx, caller, id)
  if (!entity) throw notFound('There is no such company.')
  return entity
}
