import { EntityWrite, type SavedEntity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { checkSender } from '#domain/checks/sender.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { invalidFields } from '#domain/problems.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { recordChange } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { getEntity } from './access/get.ts'
import { createEntity, createStore, newEntityCode } from './records/create.ts'
import { accessChanged } from './records/facts.ts'
import { targetOf } from './records/lock.ts'

/**
 * Adds a company with its first department, its identity as the authority writes it. Throws invalid_fields for what
 * the authority would refuse in every document, and for an entity code that another company bears.
 */
export const addCompany = async (
  { tx, caller, now }: { tx: Tx; caller: Caller; now: Date },
  { store_code, store_name, ...given }: EntityWrite,
): Promise<SavedEntity> => {
  const { party, changes } = normaliseIdentity(given)
  const company = { ...party, entity_code: party.entity_code || newEntityCode() }
  const errors = checkSender(company, malaysianDate(now))
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  const id = await createEntity(tx, { ...company, image: '' }, now)
  await createStore(tx, { sender_entity_id: id, code: store_code, name: store_name }, now)
  await tell(tx, accessChanged, { sender_entity_id: id })
  const after = { ...company, store_code, store_name }
  const target = targetOf({ ...company, id })
  await recordChange(tx, { caller, now }, { target, before: undefined, after, fields: FIELDS })
  return { ...(await getEntity({ db: tx, caller, now }, id)), changes }
}

const FIELDS = EntityWrite.keyof().options
