import type { SenderEntity, StoreCode } from '#contract/people/session.ts'
import type { Caller } from '#domain/access/caller.ts'
import { GUID } from '#domain/text/guid.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { selectEntities, selectStores } from './rows.ts'

/** A company without its logo. */
export type Sender = Omit<SenderEntity, 'image'>

/** The caller's sender entities, by name. */
export const senderEntities = (db: Db | Tx, caller: Caller): Promise<Sender[]> =>
  selectEntities(db, caller).execute()

/** The same with their logos, each of up to some 500,000 characters. */
export const sendersWithLogos = (db: Db, caller: Caller): Promise<SenderEntity[]> =>
  selectEntities(db, caller).select('image').execute()

/** The caller's store codes of all their entities, by code. */
export const storeCodes = (db: Db, caller: Caller): Promise<StoreCode[]> => selectStores(db, caller).execute()

/** One of the caller's entities with its logo; undefined when there is none or it is foreign. */
export const findEntity = async (db: Db, caller: Caller, id: string): Promise<SenderEntity | undefined> =>
  // The database would answer any other text with a fault instead of "no such row".
  GUID.test(id)
    ? selectEntities(db, caller).select('image').where('id', '=', id).executeTakeFirst()
    : undefined

/** One of the caller's stores by its code; undefined when there is none or it is foreign. */
export const findStore = (
  db: Db,
  caller: Caller,
  by: { sender_entity_id: string; code: string },
): Promise<StoreCode | undefined> =>
  selectStores(db, caller)
    .where('sender_entity_id', '=', by.sender_entity_id)
    .where('code', '=', by.code)
    .executeTakeFirst()
