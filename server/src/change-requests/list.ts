import type { z } from 'zod'
import {
  type ApprovalRequest,
  type ChangedKind,
  changeRequests,
  MODEL_NAMES,
} from '#contract/people/change-requests.ts'
import { no } from '#domain/access/answer.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { effectsOf, type Holder } from '#domain/access/effects.ts'
import { checkMaker } from '#domain/access/maker.ts'
import { differences, listIn, textIn } from '#domain/access/versions.ts'
import { abilityOf } from '../access/abilities.ts'
import type { Db } from '../platform/db/database.ts'
import { readLog } from '../platform/lists/read-log.ts'
import { readSetting } from '../settings/read.ts'
import { changedSince } from './decide.ts'
import { expiresAt, overdueAt } from './expiry.ts'
import type { Subject } from './kind.ts'
import { KINDS } from './kinds.ts'
import { type RequestRow, readDecided, readPending } from './rows.ts'

type By = { db: Db; caller: UserCaller; now: Date }
type Reading = { db: Db; now: Date; public_url: string }

/** The requests that wait, the oldest first, with what each means as things are now. */
export const listRequests = async (by: By): Promise<ApprovalRequest[]> => {
  const { db, now } = by
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  const rows = await readPending(db, overdueAt(now))
  const found = {
    group: await lookUp(db, 'group', rows),
    store_code: await lookUp(db, 'store_code', rows),
    validation_rule: await lookUp(db, 'validation_rule', rows),
  }
  return rows.map((row) => {
    const { subjects, holders } = found[row.kind]
    const id = row.target_id ?? ''
    const made = { created_by: row.requested_by, edited_by: [], allow_self_approval }
    const may = checkMaker(by.caller, 'request', made)
    const changed = row.action === 'create' ? undefined : changedSince(row, subjects.get(id))
    return {
      ...describe(row),
      effects: effectsNow(row, holders.get(id) ?? []),
      may_approve: abilityOf(may.ok && changed !== undefined ? no('target_changed', changed) : may),
      may_reject: abilityOf(may),
      may_withdraw: row.requested_by === by.caller.user_id,
    }
  })
}

/** Those that are decided or expired, the newest first, a stretch at a time. */
export const listDecided = (
  { db, now, public_url }: Reading,
  query: z.output<(typeof changeRequests.decided)['query']>,
) =>
  readLog({
    url: public_url + changeRequests.decided.path,
    query,
    next: async (after, limit) => {
      const rows = await readDecided(db, { since: overdueAt(now), after, limit })
      return rows.map((row) => ({ ...row, at: row.requested_at, nr: String(row.id) }))
    },
    toRow: (row): ApprovalRequest => ({
      ...describe(row),
      state: row.state === 'pending' ? 'expired' : row.state,
    }),
  })

/** What the pending requests of a kind are about, and who holds that. */
const lookUp = async (db: Db, kind: ChangedKind, rows: readonly RequestRow[]) => {
  const ids = rows.flatMap((row) => (row.kind === kind && row.target_id !== null ? [row.target_id] : []))
  const { all, holders } = KINDS[kind]
  if (ids.length === 0) return { subjects: new Map<string, Subject>(), holders: new Map<string, Holder[]>() }
  const subjects = new Map((await all(db)).map((subject) => [subject.id, subject]))
  return { subjects, holders: await holders(db, ids) }
}

const effectsNow = ({ kind, before, after }: RequestRow, holders: readonly Holder[]) => {
  const { rights } = KINDS[kind]
  return effectsOf(holders, before ? rights(before) : [], after ? rights(after) : [])
}

const DECIDED = { ok: false, why: 'This request is decided.' }

const describe = (row: RequestRow): ApprovalRequest => {
  const { id, kind, action, before, after, sender_entity_name, reason } = row
  const shown = after ?? before ?? {}
  return {
    ...{ id, action, sender_entity_name, reason, model_name: MODEL_NAMES[kind] },
    data: {
      name: textIn(shown, kind === 'validation_rule' ? 'field' : 'name'),
      ...(kind === 'group' && { permissions: [...listIn(shown, 'permissions')] }),
      ...(kind === 'store_code' && { code: textIn(shown, 'code') }),
    },
    target_name: KINDS[kind].nameOf(before ?? shown),
    changes: differences(before ?? undefined, after ?? undefined),
    effects: [],
    trial: row.trial,
    requested_by: row.requested_by_name,
    requested_at: row.requested_at.toISOString(),
    expires_at: expiresAt(row.requested_at).toISOString(),
    state: row.state,
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    rejection_reason: row.rejection_reason,
    may_approve: DECIDED,
    may_reject: DECIDED,
    may_withdraw: false,
  }
}
