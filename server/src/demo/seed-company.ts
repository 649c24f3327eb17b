import { createEntity, createStore } from '../entities/records/create.ts'
import type { Tx } from '../platform/db/database.ts'
import { createGroup, createUser } from '../users/create.ts'
import {
  ACCOUNTS,
  type AccountName,
  ENTITIES,
  type EntityName,
  emailOf,
  GROUPS,
  type GroupName,
  STORES,
  type StoreName,
} from './company.ts'

/** The ids of what was made, by name. */
export type Company = {
  entities: Record<EntityName, string>
  stores: Record<StoreName, string>
  users: Record<AccountName, string>
}

/** Creates the demo entities, stores, groups and accounts; all accounts get the same password. */
export const seedCompany = async (tx: Tx, password_hash: string, now: Date): Promise<Company> => {
  const entities = await each(ENTITIES, (entity) => createEntity(tx, { ...entity, is_demo: true }, now))
  const stores = await each(STORES, ({ entity, name }, code) =>
    createStore(tx, { sender_entity_id: entities[entity], code, name }, now),
  )
  const groups = await each(GROUPS, (flags, name) => createGroup(tx, { name, flags }, now))
  const users = await each(ACCOUNTS, (account, username) => {
    const { first_name, last_name, access_type } = account
    const person = {
      username,
      email: emailOf(username),
      first_name,
      last_name,
      access_type,
      password_hash,
      is_demo: true,
    }
    return createUser(tx, { ...person, ...grantsOf(username, { entities, stores, groups }) }, now)
  })
  return { entities, stores, users }
}

const grantsOf = (
  account: AccountName,
  made: Omit<Company, 'users'> & { groups: Record<GroupName, string> },
) => {
  const { group, stores } = ACCOUNTS[account]
  return {
    group_ids: group ? [made.groups[group]] : [],
    sender_entity_ids: [...new Set(stores.map((code) => made.entities[STORES[code].entity]))],
    store_code_ids: stores.map((code) => made.stores[code]),
  }
}

/** One after the other, since a transaction is one connection; ids under the same names. */
const each = async <K extends string, V>(
  named: Readonly<Record<K, V>>,
  make: (value: V, name: K) => Promise<string>,
): Promise<Record<K, string>> => {
  const made: [string, string][] = []
  // Object.entries and Object.fromEntries forget that the names are K, each of them once.
  for (const [name, value] of Object.entries(named) as [K, V][]) made.push([name, await make(value, name)])
  return Object.fromEntries(made) as Record<K, string>
}
