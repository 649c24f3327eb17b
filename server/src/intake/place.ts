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
 * decides, as long as it is the caller's in one entity only.
 */
export const placeOf = async (
  db: Db,
  caller: Caller,
  payload: DocumentWrite,
): Promise<Placed | { errors: FieldErrors }> => {
  const code = payload.sender_store_code
  if (code === '') return { errors: { sender_store_code: ['Please select one'] } }
  const entity = await entityOf(db, caller, payload)
  if (!entity) {
    const field = payload.sender_entity_code ? 'sender_entity_code' : 'sender_store_code'
    return { errors: { [field]: [payload.sender_entity_code ? NO_ENTITY : NO_STORE] } }
  }
  const store = await findStore(db, caller, { sender_entity_id: entity.id, code })
  return store ? { entity, store } : { errors: { sender_store_code: [NO_STORE] } }
}

const entityOf = (db: Db, caller: Caller, payload: DocumentWrite) => {
  if (payload.sender_entity_code) return findSender(db, caller, { entity_code: payload.sender_entity_code })
  const homes = [
    ...new Set(
      caller.stores.filter((s) => s.code === payload.sender_store_code).map((s) => s.sender_entity_id),
    ),
  ]
  const [only] = homes
  return only !== undefined && homes.length === 1 ? findSender(db, caller, { id: only }) : undefined
}
