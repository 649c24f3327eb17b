import { byField, type FieldMessage, invalidFields } from '#domain/problems.ts'
import type { Tx } from '../platform/db/database.ts'
import type { NewUser } from '../users/create.ts'
import { holdGranted } from './rows.ts'

type Grants = Pick<NewUser, 'group_ids' | 'sender_entity_ids' | 'store_code_ids'>

/**
 * What a person shall have, each once. Throws invalid_fields for what does not exist, and for departments of companies
 * that the person has not.
 */
export const demandGrants = async (tx: Tx, wanted: Grants): Promise<Grants> => {
  const [groups, entities, stores] = [
    [...new Set(wanted.group_ids)],
    [...new Set(wanted.sender_entity_ids)],
    [...new Set(wanted.store_code_ids)],
  ]
  const there = await holdGranted(tx, { groups, entities, stores })
  const faults: FieldMessage[] = there.stores
    .filter(({ sender_entity_id }) => !entities.includes(sender_entity_id))
    .map(({ code }) => ({
      field: 'store_code_ids',
      message: `${code} belongs to a company that is not assigned.`,
    }))
  const gone = (field: keyof Grants, message: string) => faults.push({ field, message })
  if (there.groups.length < groups.length) gone('group_ids', 'There is no such group.')
  if (there.entities.length < entities.length) gone('sender_entity_ids', 'There is no such company.')
  if (there.stores.length < stores.length) gone('store_code_ids', 'There is no such department.')
  if (faults.length > 0) throw invalidFields(byField(faults))
  return { group_ids: groups, sender_entity_ids: entities, store_code_ids: stores }
}
