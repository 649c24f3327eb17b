import type { UserCreate, UserRow } from '#contract/people/users.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Tx } from '../platform/db/database.ts'
import { mailLinkTo } from '../session/passwords/links.ts'
import { createUser } from '../users/create.ts'
import { demandGrants } from './grants.ts'
import { getUser } from './list.ts'
import { demandOwnAddress } from './names.ts'
import { recordUser } from './record.ts'

/**
 * Makes an account. Nobody types a password for somebody else: a local person is mailed a link, one of the directory
 * waits for the first sign-in. Throws invalid_fields; a taken name is a unique violation.
 */
export const inviteUser = async (
  { tx, caller, now }: { tx: Tx; caller: Caller; now: Date },
  { group_ids, sender_entity_ids, store_code_ids, ...person }: UserCreate,
): Promise<UserRow> => {
  demandOwnAddress(person)
  const grants = await demandGrants(tx, { group_ids, sender_entity_ids, store_code_ids })
  const id = await createUser(tx, { ...person, ...grants, password_hash: null }, now)
  const made = await getUser({ db: tx, now }, id)
  await recordUser(tx, { caller, now }, undefined, made)
  if (made.origin === 'local') await mailLinkTo(tx, made)
  return made
}
