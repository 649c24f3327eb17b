import type { Holder } from '#domain/access/effects.ts'
import type { Flag } from '#domain/access/flags.ts'
import { toldList } from '../audit/lists.ts'
import { type ChangedBy, recordChanges } from '../audit/record.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import {
  deleteGroup,
  deleteStoreGrants,
  lockGroup,
  readGroupNamed,
  readGroupsOfMembers,
  readMembers,
  readStoreHolders,
  readStoresOfHolders,
  readSuperadmins,
  selectGroups,
  updateGroup,
} from './group-rows.ts'

export type GroupFound = { id: string; name: string; permissions: Flag[]; people: number }

/** All groups by name. */
export const listGroups = (handle: Db | Tx): Promise<GroupFound[]> => selectGroups(handle).execute()

export const findGroup = (handle: Db | Tx, id: string): Promise<GroupFound | undefined> =>
  selectGroups(handle).where('id', '=', id).executeTakeFirst()

/** The group, held until the transaction ends. What it holds is read after that, by a statement of its own. */
export const holdGroup = async (tx: Tx, id: string): Promise<GroupFound | undefined> =>
  (await lockGroup(tx, id)) ? findGroup(tx, id) : undefined

/** The id of the group of this name, whatever the case. */
export const groupNamed = async (handle: Db | Tx, name: string): Promise<string | undefined> =>
  (await readGroupNamed(handle, name))?.id

/** Gives a held group another name and other flags. A taken name is a unique violation. */
export const changeGroup = (tx: Tx, id: string, group: { name: string; flags: readonly string[] }) =>
  updateGroup(tx, id, group.name, group.flags)

/** Deletes a held group; nobody is in it any more, which the audit log tells of each who was. */
export const removeGroup = async (tx: Tx, by: ChangedBy, id: string) => {
  await recordLosses(tx, by, { field: 'groups', id, people: await readGroupsOfMembers(tx, id) })
  await deleteGroup(tx, id)
}

/** Nobody acts for this department any more, which the audit log tells of each who did. */
export const forgetStore = async (tx: Tx, by: ChangedBy, id: string) => {
  await recordLosses(tx, by, { field: 'store_codes', id, people: await readStoresOfHolders(tx, id) })
  await deleteStoreGrants(tx, id)
}

type Lost = {
  field: 'groups' | 'store_codes'
  id: string
  people: Awaited<ReturnType<typeof readGroupsOfMembers>>
}

const recordLosses = (tx: Tx, by: ChangedBy, { field, id: lost, people }: Lost) =>
  recordChanges(
    tx,
    by,
    people.map(({ id, email, held }) => {
      const left = held.filter((one) => one.id !== lost)
      return {
        target: { kind: 'user' as const, id, name: email, sender_entity_id: null },
        before: { [field]: toldList(held, left) },
        after: { [field]: toldList(left, held) },
        fields: [field],
      }
    }),
  )

type Holders = ReadonlyMap<string, readonly Holder[]>

/** The people in each of these groups. */
export const holdersOfGroups = async (handle: Db | Tx, group_ids: readonly string[]): Promise<Holders> =>
  Map.groupBy(await readMembers(handle, group_ids), ({ of }) => of)

/** The people who may act for each of these departments. */
export const holdersOfStores = async (handle: Db | Tx, store_ids: readonly string[]): Promise<Holders> =>
  Map.groupBy(await readStoreHolders(handle, store_ids), ({ of }) => of)

/** The superadmins who may sign in, by name. */
export const superadmins = (handle: Db | Tx): Promise<{ id: string; name: string }[]> =>
  readSuperadmins(handle)
