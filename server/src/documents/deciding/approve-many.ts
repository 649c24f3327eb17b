import { type Answer, no, yes } from '#domain/access/answer.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { MakerSettings } from '#domain/access/maker.ts'
import { may } from '#domain/access/policy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transitionAlike } from '../life/transition.ts'
import { actorOf, type LockedSubject, lockMany, subjectOf } from '../store/rows.ts'
import { approvalBy } from './approve.ts'
import { CHANGED, decisionsOn, type Reason } from './decisions.ts'

/** A document with the revision that the approver saw. */
export type Seen = { uuid: string; revision: number }

export type Approver = { tx: Tx; caller: Caller; now: Date; settings: MakerSettings }

/**
 * Approves each of these that the caller may, by the rules of a single approval, in as many statements as for one.
 * Answers why the others were not, by id. Nothing is enqueued: who calls says when they go to the authority.
 */
export const approveMany = async (
  { tx, caller, now, settings }: Approver,
  wanted: readonly Seen[],
): Promise<ReadonlyMap<string, Reason>> => {
  const ids = wanted.map(({ uuid }) => uuid)
  const found = new Map((await lockMany(tx, caller, ids)).map((document) => [document.id, document]))
  const [good, bad, decided]: [LockedSubject[], Map<string, Reason>, LockedSubject[]] = [[], new Map(), []]
  for (const { uuid, revision } of wanted) {
    const document = found.get(uuid)
    const answer = document ? judge(document, revision) : ABSENT
    if (document && answer.ok) good.push(document)
    if (answer.ok) continue
    bad.set(uuid, { code: answer.code, why: answer.why })
    if (document && answer.code === 'wrong_status') decided.push(document)
  }
  if (decided.length > 0) for (const [uuid, reason] of await decisionsOn(tx, decided)) bad.set(uuid, reason)
  const patch = approvalBy(caller, now)
  await transitionAlike(tx, good, { event: 'approve', actor: actorOf(caller), why: '', now, patch })
  return bad

  function judge(document: LockedSubject, revision: number): Answer {
    const answer = may(caller, 'approve', subjectOf(document), now, settings)
    if (!answer.ok) return answer
    return revision === document.revision ? yes : no(CHANGED.code, CHANGED.why)
  }
}

const ABSENT = no('not_found', 'There is no such document.')
