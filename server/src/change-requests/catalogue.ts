import type { Output } from '#contract/endpoint.ts'
import type { ChangedKind } from '#contract/people/change-requests.ts'
import type { groups, storeCodes } from '#contract/people/groups.ts'
import { listStores } from '../entities/records/stores.ts'
import type { Db } from '../platform/db/database.ts'
import { listGroups } from '../users/groups.ts'
import { overdueAt } from './expiry.ts'
import { inOrder } from './group-kind.ts'
import { readPending } from './rows.ts'

type By = { db: Db; now: Date }

/** All groups, each with the request about it that waits. */
export const groupsWithRequests = async ({ db, now }: By): Promise<Output<typeof groups.list>> => {
  const waiting = await waitingAbout(db, 'group', now)
  const results = (await listGroups(db)).map((group) => ({
    ...group,
    permissions: inOrder(group.permissions).map((flag) => ({ id: flag, name: flag })),
    waiting: waiting(group.id),
  }))
  return { results }
}

/** All store codes, likewise. */
export const storesWithRequests = async ({ db, now }: By): Promise<Output<typeof storeCodes.list>> => {
  const waiting = await waitingAbout(db, 'store_code', now)
  return { results: (await listStores(db)).map((store) => ({ ...store, waiting: waiting(store.id) })) }
}

const waitingAbout = async (db: Db, kind: ChangedKind, now: Date) => {
  const rows = (await readPending(db, overdueAt(now))).filter((row) => row.kind === kind)
  const about = new Map(
    rows.map(({ target_id, id, requested_by_name }) => [target_id, { id, requested_by: requested_by_name }]),
  )
  return (id: string) => about.get(id) ?? null
}
