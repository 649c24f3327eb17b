import type { FirstCompany } from '#contract/installation/set-up.ts'
import { PARTY_FIELDS, type Party } from '#domain/documents/document.ts'
import { recordChange, type Target } from '../audit/record.ts'
import { storeCredentials } from '../entities/access/secrets.ts'
import { createEntity, createStore, newEntityCode } from '../entities/records/create.ts'
import { targetOf } from '../entities/records/lock.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Tx } from '../platform/db/database.ts'
import { createGroup, createUser } from '../users/create.ts'
import { FIRST_GROUPS } from '../users/first-groups.ts'

type By = { tx: Tx; now: Date }
type Given = Omit<FirstCompany, 'new_password'>

/** The first superadmin. A taken name is a unique violation. */
export const makePerson = async ({ tx, now }: By, given: Given & { password_hash: string }) => {
  const { username, account_email: email, first_name, last_name, password_hash } = given
  const person = { username, email, first_name, last_name, access_type: 'superadmin' as const }
  const grants = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
  const id = await createUser(tx, { ...person, ...grants, password_hash }, now)
  const target = { kind: 'user' as const, id, name: username, sender_entity_id: null }
  await recordMade({ tx, now }, target, person)
}

/** The first company with its first department, and its credentials if they were given. */
export const makeCompany = async ({ tx, now, box }: By & { box: SecretBox }, given: Given) => {
  const { environment, client_id, client_secret } = given
  const code = newEntityCode()
  // PARTY_FIELDS holds each field once.
  const party = Object.fromEntries(
    PARTY_FIELDS.map((field) => [field, field === 'entity_code' ? code : given[field]]),
  ) as Party
  const id = await createEntity(tx, { ...party, environment, image: '' }, now)
  const target = targetOf({ id, name: party.name })
  if (client_id !== '') {
    await storeCredentials(tx, box, { sender_entity_id: id, environment, client_id, client_secret, now })
  }
  const credentials = client_id === '' ? '' : `set for ${environment}`
  await recordMade({ tx, now }, target, { ...party, environment, credentials })
  const store = { code: given.store_code, name: given.store_name }
  const store_id = await createStore(tx, { ...store, sender_entity_id: id }, now)
  await recordMade({ tx, now }, { ...target, kind: 'store_code', id: store_id, name: store.code }, store)
}

/** What people are given rights by. */
export const makeGroups = async ({ tx, now }: By) => {
  for (const [name, flags] of Object.entries(FIRST_GROUPS)) {
    const id = await createGroup(tx, { name, flags }, now)
    const target = { kind: 'group' as const, id, name, sender_entity_id: null }
    await recordMade({ tx, now }, target, { name, permissions: flags.join(', ') })
  }
}

/** Lulus itself makes what whoever holds the link asks for: nobody is signed in. */
const recordMade = ({ tx, now }: By, target: Target, made: Readonly<Record<string, string>>) =>
  recordChange(
    tx,
    { caller: undefined, now },
    { target, before: undefined, after: made, fields: Object.keys(made) },
  )
