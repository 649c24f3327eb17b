import type { DocumentWrite } from '#contract/intake.ts'
import type { SenderEntity, StoreCode } from '#contract/session.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { FieldErrors } from '#domain/problems.ts'
import { findSender, findStore } from '../entities/find.ts'
import type { Db } from '../platform/db/database.ts'

export type Placed = { entity: SenderEntity; store: StoreCode }

/** An unknown code and another company's code get the same words, so that nothing leaks. */
const NO_STORE = 'This is none of your store codes.'
const NO_ENTITY = 'This is none of your companies.'

/**
 * The sender entity and store of a payload, if the caller may issue there. Without an entity code the store
 * decides; when the caller has it in several, the payload must say which.
 */
export const placeOf = async (
  db: Db,
  caller: Caller,
  payload: DocumentWrite,
): Promise<Placed | { errors: FieldErrors }> => {
  const { sender_store_code: code, sender_entity_code: entity_code } = payload
  if (code === '') return { errors: { sender_store_code: ['Please select one'] } }
  const [home, ...more] = homesOf(caller, code)
  if (entity_code === '' && more.length > 0) return { errors: { sender_entity_code: ['Please select one'] } }
  const by = entity_code === '' ? home && { id: home } : { entity_code }
  const entity = by && (await findSender(db, caller, by))
  if (!entity) {
    return { errors: entity_code ? { sender_entity_code: [NO_ENTITY] } : { sender_store_code: [NO_STORE] } }
  }
  const store = await findStore(db, caller, { sender_entity_id: entity.id, code })
  return store ? { entity, store } : { errors: { sender_store_code: [NO_STORE] } }
}

/** The caller's entities that have a store of this code. */
const homesOf = (caller: Caller, code: string): string[] => [
  ...new Set(caller.stores.filter((store) => store.code === code).map((store) => store.sender_entity_id)),
]
