import { sql } from 'kysely'
import type { z } from 'zod'
import { type documents, RETRIED_AT_ONCE_MAX } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { BEFORE_ALL_IDS } from '../../platform/db/before-all-ids.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { inCompanies } from '../finding/companies.ts'
import { type By, type MatchFilters, matching } from '../finding/matching.ts'
import { transitionAlike } from '../life/transition.ts'
import { sendJob } from '../store/jobs.ts'
import { actorOf, lockMany, subjectOf } from '../store/rows.ts'

/**
 * Sends the next of all that failed again as they are, by the rules of a single `retry`: those that the filters leave,
 * in the order of their ids, so that whoever goes on from `next` comes to each once, also to one that fails again.
 * What became something else meanwhile stays what it is.
 */
export const retryMany = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { after, ...filters }: z.output<(typeof documents.retryMany)['body']>,
): Promise<z.output<(typeof documents.retryMany)['reply']>> => {
  const asked = await inCompanies({ db, caller, now }, filters)
  const ids = await failedAfter(asked.by, asked.filters, after ?? BEFORE_ALL_IDS)
  const retried = await inTransaction(db, async (tx) => {
    const found = await lockMany(tx, caller, ids)
    const good = found.filter(
      (one) => !one.awaits_cancellation && may(caller, 'retry', subjectOf(one), now).ok,
    )
    await transitionAlike(tx, good, { event: 'retry', actor: actorOf(caller), why: '', now })
    const lanes = Map.groupBy(good, ({ sender_entity_id, lane }) => `${sender_entity_id} ${lane}`)
    for (const [first] of lanes.values())
      if (first) {
        const { sender_entity_id, lane, id } = first
        await enqueue(tx, sendJob, { sender_entity_id, lane }, { singleton_key: id })
      }
    return good.length
  })
  return { retried, next: ids.length === RETRIED_AT_ONCE_MAX ? (ids.at(-1) ?? null) : null }
}

/** Found by their status and then sorted: few have failed, and in the order of ids they lie among all others. */
const failedAfter = async (
  by: By,
  filters: Omit<MatchFilters, 'status'>,
  after: string,
): Promise<string[]> => {
  const failed = matching(by, { ...filters, status: ['Submission Failed'] }).select('documents.id')
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${failed} OFFSET 0) AS failed
    WHERE id > ${after}::uuid ORDER BY id LIMIT ${RETRIED_AT_ONCE_MAX}`.execute(by.db)
  return rows.map(({ id }) => id)
}
