import type { Output } from '#contract/endpoint.ts'
import type { ChangedKind } from '#contract/people/change-requests.ts'
import type { groups, storeCodes } from '#contract/people/groups.ts'
import type { rules } from '#contract/shaping/rules.ts'
import { type Caller, callerId } from '#domain/access/caller.ts'
import { flagsAmong } from '#domain/access/flags.ts'
import { differences } from '#domain/access/versions.ts'
import { listStores } from '../entities/records/stores.ts'
import type { Db } from '../platform/db/database.ts'
import { listGroups } from '../users/groups.ts'
import { expiresAt, overdueAt } from './expiry.ts'
import { requestName } from './record.ts'
import { readPending } from './rows.ts'

type By = { db: Db; now: Date }

/** All groups, each with the request about it that waits. */
export const groupsWithRequests = async ({ db, now }: By): Promise<Output<typeof groups.list>> => {
  const waiting = await waitingAbout(db, 'group', now)
  const results = (await listGroups(db)).map((group) => ({
    ...group,
    permissions: flagsAmong(group.permissions).map((flag) => ({ id: flag, name: flag })),
    waiting: waiting(group.id),
  }))
  return { results }
}

/** All store codes, likewise. */
export const storesWithRequests = async ({ db, now }: By): Promise<Output<typeof storeCodes.list>> => {
  const waiting = await waitingAbout(db, 'store_code', now)
  return { results: (await listStores(db)).map((store) => ({ ...store, waiting: waiting(store.id) })) }
}

/** The requests about rules that wait, the oldest first. */
export const ruleRequests = async (by: By & { caller: Caller }): Promise<Output<typeof rules.requests>> => {
  const rows = await readPending(by.db, overdueAt(by.now))
  const results = rows
    .filter(({ kind }) => kind === 'validation_rule')
    .map((row) => ({
      ...{ id: row.id, name: requestName(row), rule_id: row.target_id },
      changes: differences(row.before ?? undefined, row.after ?? undefined),
      requested_by: row.requested_by_name,
      requested_at: row.requested_at.toISOString(),
      expires_at: expiresAt(row.requested_at).toISOString(),
      may_withdraw: row.requested_by === callerId(by.caller),
    }))
  return { results }
}

const waitingAbout = async (db: Db, kind: ChangedKind, now: Date) => {
  const rows = (await readPending(db, overdueAt(now))).filter((row) => row.kind === kind)
  const about = new Map(
    rows.map(({ target_id, id, requested_by_name }) => [target_id, { id, requested_by: requested_by_name }]),
  )
  return (id: string) => about.get(id) ?? null
}
