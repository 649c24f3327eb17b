import { sql } from 'kysely'
import { CANCELLATION_RUNS_TOLD_MAX, type CancellationRun } from '#contract/documents/cancellations.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import type { Db } from '../../platform/db/database.ts'
import { readRunOf, visibleRuns } from './runs.ts'
import { tellRun, tellRuns } from './tell.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/** So long their maker is told of those that have ended: they last for half an hour, and nobody waits for that. */
const TOLD_MS = 4 * HOUR_MS

export const readCancelling = async (by: By, id: string): Promise<CancellationRun> =>
  tellRun(by.db, by, await readRunOf(by.db, by.caller, id))

/**
 * Those that go on, whoever began them, and of what ended not long ago the caller's own, and whatever was stopped: its
 * documents stay valid, and its maker may be the one who is told of nothing any more. The newest first.
 */
export const readLatestCancelling = async (by: By): Promise<{ runs: CancellationRun[] }> => {
  const told_from = new Date(by.now.getTime() - TOLD_MS)
  const goes_on = sql<boolean>`state = 'cancelling'`
  const runs = await visibleRuns(by.db, by.caller)
    .where((eb) =>
      eb.or([
        goes_on,
        eb.and([
          eb.or([eb('user_id', '=', by.caller.user_id), eb('state', '=', 'stopped')]),
          eb('modified_at', '>=', told_from),
        ]),
      ]),
    )
    .orderBy(goes_on, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .selectAll()
    .limit(CANCELLATION_RUNS_TOLD_MAX)
    .execute()
  const newest_first = runs.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
  return { runs: await tellRuns(by.db, by, newest_first) }
}
