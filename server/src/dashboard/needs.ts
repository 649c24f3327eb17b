import { sql } from 'kysely'
import { type Caller, holds } from '#domain/access/caller.ts'
import { awaitsDecisionOf, waitsLong } from '../documents/store/conditions.ts'
import { readSetting } from '../settings/read.ts'
import { readGroup, type Wanted } from './group.ts'
import type { By } from './rows.ts'

/** What the caller can act upon; null where a right to it is missing. One after the other, by one connection. */
export const needsOf = async (by: By) => {
  const { db, caller, now } = by
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  const edits = holds(caller, 'can_edit_invoice')
  const approves = holds(caller, 'can_approve_invoice')
  // Who may decide about their own waits for nobody.
  const waits = holds(caller, 'can_create_invoice') && !(approves && allow_self_approval)
  const group = async (is_theirs: boolean, wanted: Wanted) => {
    if (!is_theirs) return null
    const { sums: _, ...found } = await readGroup(by, wanted)
    return found
  }
  const pending = { statuses: ['Pending Approval'], first: 'oldest' } as const
  return {
    failed: await group(edits, { statuses: ['Submission Failed', 'Invalid'], first: 'newest' }),
    rejected: await group(edits, { statuses: ['Approval Rejected'], first: 'newest' }),
    unknown: await group(edits || approves, { statuses: ['Outcome Unknown'], first: 'oldest' }),
    waiting: await group(waits, { ...pending, where: waitsLong(caller, now) }),
    to_approve: approves
      ? await readGroup(by, {
          ...pending,
          where: awaitsDecisionOf(caller, { allow_self_approval }),
          summed: true,
        })
      : null,
    held: await group(approves, { statuses: ['OnHold'], first: 'oldest' }),
    last_decided_at: approves ? await lastDecision({ ...by, caller }) : null,
  }
}

/** When the caller last approved or rejected a document; null when that never was. */
const lastDecision = async ({ db, caller }: { db: By['db']; caller: Caller }): Promise<string | null> => {
  if (caller.kind !== 'user') return null
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM document_history WHERE actor_id = ${caller.user_id} AND event IN ('approve', 'reject')
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.at.toISOString() ?? null
}
