import type { DocumentWrite } from '#contract/intake.ts'
import type { StoreCode } from '#contract/people/session.ts'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields, notFound } from '#domain/problems.ts'
import { chooseEntity, keepActive } from '../entities/records/choose.ts'
import { findStore, type Sender } from '../entities/records/find.ts'
import { keepStore } from '../entities/records/stores.ts'
import type { Db, Tx } from '../platform/db/database.ts'

export type Placed = { entity: Sender; store: StoreCode }

/** An unknown code and another company's code get the same words, so that nothing leaks. */
const NO_STORE = 'This is none of your store codes.'

/**
 * The sender entity and store of a payload. Without an entity code the store decides. Throws invalid_fields when the
 * caller may not issue there, and when they have the store code in several entities and the payload names none.
 */
export const placeOf = async (db: Db, caller: Caller, payload: DocumentWrite): Promise<Placed> => {
  const { sender_store_code: code, sender_entity_code: entity_code } = payload
  if (code === '') throw invalidFields({ sender_store_code: ['Please select one'] })
  const among = homesOf(caller, code)
  if (entity_code === '' && among.length === 0) throw invalidFields({ sender_store_code: [NO_STORE] })
  const entity = await chooseEntity({ db, caller }, { entity_code, among })
  const store = await findStore(db, caller, { sender_entity_id: entity.id, code })
  if (!store) throw invalidFields({ sender_store_code: [NO_STORE] })
  return { entity, store }
}

/**
 * The store whose next number is asked for: of the same company, and for the same environment, as when the document is
 * saved. Throws not_found where the caller has no such store, and invalid_fields as above.
 */
export const numberedStore = async (
  { db, caller }: { db: Db; caller: Caller },
  { store_code, sender_entity_code: entity_code }: { store_code: string; sender_entity_code: string },
): Promise<{ store_code_id: string; environment: Sender['environment'] }> => {
  const among = homesOf(caller, store_code)
  if (among.length === 0) throw notFound(NO_SUCH_STORE)
  const { id, environment } = await chooseEntity({ db, caller }, { entity_code, among })
  const store = caller.stores.find((one) => one.code === store_code && one.sender_entity_id === id)
  if (!store) throw notFound(NO_SUCH_STORE)
  return { store_code_id: store.store_code_id, environment }
}
const NO_SUCH_STORE = 'There is no such store code.'

/** `placeOf` that asks once for each company and store; to be thrown away after some seconds. */
export const openPlaces = (db: Db, caller: Caller) => {
  const known = new Map<string, Promise<Placed>>()
  return (payload: DocumentWrite): Promise<Placed> => {
    const key = JSON.stringify([payload.sender_entity_code, payload.sender_store_code])
    const found = known.get(key)
    if (found) return found
    const placed = placeOf(db, caller, payload)
    if (known.size < PLACES_MAX) known.set(key, placed)
    return placed
  }
}
const PLACES_MAX = 1_000

/**
 * Keeps the place as it was found until the transaction ends. Throws as above when meanwhile the store has been
 * deleted, or been given another code, and what `keepActive` throws.
 */
export const keepPlace = async (by: { tx: Tx; caller: Caller }, { entity, store }: Placed): Promise<void> => {
  await keepActive(by, entity.id)
  if (!(await keepStore(by.tx, store))) throw invalidFields({ sender_store_code: [NO_STORE] })
}

/** The caller's entities that have a store of this code. */
const homesOf = (caller: Caller, code: string): string[] => [
  ...new Set(caller.stores.filter((store) => store.code === code).map((store) => store.sender_entity_id)),
]
