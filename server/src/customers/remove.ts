import type { Caller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { TOLD } from './judge.ts'
import { deleteCustomer } from './rows.ts'
import { found, own } from './save.ts'

type Wanted = { id: string; modified_at?: string | null | undefined }

/**
 * Takes a customer out of the address book, for good; documents and templates keep what they say. Throws not_found for
 * one that is foreign or gone, invalid_fields for a company that is deactivated, and conflict `not_made_here` or
 * `changed_meanwhile`.
 */
export const removeCustomer = async (
  by: { db: Db; caller: Caller; now: Date },
  { id, modified_at: seen }: Wanted,
): Promise<{ detail: string }> => {
  await inTransaction(by.db, async (tx) => {
    const { sender_entity_id } = found(await own(tx, by, id).executeTakeFirst())
    await keepActive({ ...by, tx }, sender_entity_id)
    const before = found(await own(tx, by, id).forUpdate().executeTakeFirst())
    if (!before.source_ui) throw conflict('not_made_here', 'Only customers made here can be deleted.')
    demandSeen({ what: 'The customer', seen, before, after: {}, fields: ['id'] })
    await deleteCustomer(tx, id)
    const target = { kind: 'customer' as const, id, name: before.name, sender_entity_id }
    await recordChange(tx, by, { target, before, after: undefined, fields: TOLD })
  })
  return { detail: 'Customer deleted.' }
}
