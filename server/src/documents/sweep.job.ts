import { RECOGNISED_MS } from '#domain/access/policy.ts'
import { inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { resumeRuns } from './approving/resume-runs.ts'
import { askCancellationLater } from './cancelling/cancellations.ts'
import { rejectExpired } from './cancelling/expired.ts'
import { resumeCancelling } from './cancelling-many/resume-runs.ts'
import { recogniseAgain } from './comparing/recognise.job.ts'
import { releaseHeld } from './deciding/release-held.ts'
import { awaitVerdict, type Question } from './life/await-verdict.ts'
import {
  companiesHeld,
  quietAlone,
  quietLanes,
  quietSubmissions,
  quietUnclear,
  type Unclear,
} from './quiet.ts'
import { askLater } from './sending/attempts.ts'
import { recoverOrphans } from './sending/orphans.ts'
import type { Engine } from './store/engine.ts'
import { sendJob } from './store/jobs.ts'
import { on } from './store/tables.ts'

const QUIET_MS = 60_000
const ROWS_MAX = 1_000

/**
 * The safety net under the jobs: whatever stands between approval and verdict, and has been quiet for a
 * minute, gets its job again (a job that is still waiting makes the new one void). Held documents go on when
 * the cause is gone. A worker that starts sweeps with `quiet_ms` 0 and so takes over at once from one that died.
 */
export const sweep = async (engine: Engine, quiet_ms = QUIET_MS): Promise<void> => {
  await recoverOrphans(engine)
  const quiet_since = new Date(engine.clock.now().getTime() - quiet_ms)
  await resumeRuns(engine, quiet_since)
  await sendAgain(engine, quiet_since)
  await pollAgain(engine, quiet_since)
  await askAgain(engine, quiet_since)
  await askCancellationLaters(engine, quiet_since)
  await resumeCancelling(engine, quiet_since)
  await rejectExpired(engine)
  await recogniseAgain(engine)
  for (const company of await companiesHeld(engine.db))
    await releaseHeld(engine, company).catch((err: unknown) => {
      // Of one company: the others are not kept waiting.
      engine.log.error({ err, ...company }, 'what is on hold of a company could not be looked after')
    })
}

/** Each in its own transaction: an approval that names the same job waits for it. */
const sendAgain = async ({ db }: Engine, quiet_since: Date) => {
  for (const lane of await quietLanes(db, quiet_since)) {
    const singleton_key = `${lane.sender_entity_id} ${lane.lane}`
    await inTransaction(db, (tx) => enqueue(tx, sendJob, lane, { singleton_key }))
  }
}

const pollAgain = async ({ db }: Engine, quiet_since: Date) => {
  for (const quiet of [quietSubmissions, quietAlone]) {
    await inPages<Question>(
      (after) => quiet(db, quiet_since, ROWS_MAX, after),
      (page) =>
        inTransaction(db, async (tx) => {
          for (const question of page) await awaitVerdict(tx, question)
        }),
    )
  }
}

const askAgain = ({ db, clock }: Engine, quiet_since: Date) => {
  const late_before = new Date(clock.now().getTime() - RECOGNISED_MS)
  return inPages<Unclear>(
    (after) => quietUnclear(db, quiet_since, ROWS_MAX, after),
    (page) =>
      inTransaction(db, async (tx) => {
        for (const attempt of page)
          await askLater(tx, attempt, { pause_ms: 0, late: attempt.issued_at < late_before })
      }),
  )
}

const inPages = async <T>(read: (after?: T) => Promise<T[]>, give: (page: T[]) => Promise<void>) => {
  let after: T | undefined
  do {
    const page = await read(after)
    if (page.length > 0) await give(page)
    after = page.length < ROWS_MAX ? undefined : page.at(-1)
  } while (after)
}

const askCancellationLaters = async (engine: Engine, quiet_since: Date) => {
  const open = await on(engine.db)
    .selectFrom('cancellations')
    .where('state', 'in', ['intent', 'unclear'])
    .where('intended_at', '<=', quiet_since)
    .orderBy('intended_at')
    .select('id')
    .limit(ROWS_MAX)
    .execute()
  if (open.length === 0) return
  await inTransaction(engine.db, async (tx) => {
    for (const { id } of open) await askCancellationLater(tx, id, 0)
  })
}
