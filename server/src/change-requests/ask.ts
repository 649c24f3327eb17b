import type { RequestTrial } from '#contract/people/change-requests.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { Version } from '#domain/access/versions.ts'
import type { Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { endOverdue } from './expire.ts'
import { requestMoved } from './facts.ts'
import { KINDS } from './kinds.ts'
import { recordRequest } from './record.ts'
import { insertRequest, lockAsking } from './rows.ts'
import { weigh } from './weigh.ts'
import type { Wish } from './wishes.ts'

/**
 * Stores a request for a change, which another superadmin decides; nothing else changes. The target is held meanwhile,
 * so that of two requests about it at once one is refused. Throws what `weigh` throws, and `changed_meanwhile`.
 */
export const ask = async (
  { tx, caller, now }: { tx: Tx; caller: UserCaller; now: Date },
  {
    wish,
    reason,
    detail,
    trial,
  }: { wish: Wish; reason: string; detail: string; trial?: RequestTrial | null },
): Promise<{ id: number; detail: string }> => {
  await lockAsking(tx)
  await endOverdue(tx, now)
  const { hold } = KINDS[wish.kind]
  const find = async (id: string) => {
    const subject = await hold(tx, id)
    if (subject) await wish.demandSeen?.(tx)
    return subject
  }
  const change = await weigh({ db: tx, caller, now, find }, wish)
  const { action, subject, after, sender_entity_id, sender_entity_name } = change
  const row = await insertRequest(tx, {
    ...{ kind: wish.kind, action, target_id: subject?.id ?? null, sender_entity_id, sender_entity_name },
    ...{ before: stored(subject?.version), after: stored(after), reason },
    ...(trial && { trial: JSON.stringify(trial) }),
    ...{ requested_by: caller.user_id, requested_by_name: caller.display_name, requested_at: now },
  })
  await recordRequest(tx, { caller, now }, row)
  await tell(tx, requestMoved, { request_id: row.id, requested_by: row.requested_by })
  return { id: row.id, detail }
}

const stored = (version: Version | undefined) => (version ? JSON.stringify(version) : null)
