import type { Caller } from '#domain/access/caller.ts'
import { senderEntities } from '../../entities/records/find.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

type Named = { sender_entity_code: readonly string[] }

/**
 * The filters without the companies that they name, and who asks as one who has these alone: they are found as the
 * documents of a person with few departments are. A company that the caller does not have leaves nothing.
 */
export const inCompanies = async <B extends { db: Db | Tx; caller: Caller }, F extends Named>(
  by: B,
  { sender_entity_code: codes, ...filters }: F,
): Promise<{ by: B; filters: Omit<F, 'sender_entity_code'> }> => {
  if (codes.length === 0) return { by, filters }
  const entities = await senderEntities(by.db, by.caller)
  const named = new Set(entities.filter(({ entity_code }) => codes.includes(entity_code)).map(({ id }) => id))
  const stores = by.caller.stores.filter(({ sender_entity_id }) => named.has(sender_entity_id))
  return { by: { ...by, caller: { ...by.caller, narrowed: true, stores } }, filters }
}
