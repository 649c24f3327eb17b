import { DAY_MS } from '#domain/time/units.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { Files } from '../files/files.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Log } from '../log/log.ts'
import { purgeJob } from './jobs.ts'
import { deleteDue, type Retention } from './retention.ts'

/** Rows of one transaction, where a table says nothing else: few enough that nobody notices. */
const ROWS_MAX = 1_000
/** Of one table in one run; with a larger mountain the next run goes on, after the other tables had their turn. */
const BATCHES_MAX = 500
/** Nobody writes at a file with so long a pause. */
const FILE_PAUSE_MS_MAX = DAY_MS

type By = { db: Db; log: Log; now: Date }
type Limits = { rows_max?: number; batches_max?: number }

/**
 * Throws away what is due at `now`, in short transactions, and what is left of unfinished files; asks for another run
 * where more is left. May be killed at any time; the next run goes on. A table that fails keeps nobody from the others:
 * throws at the end, naming each.
 */
export const purge = async (
  { files, ...by }: By & { files: Files },
  retentions: readonly Retention[],
  limits: Limits = {},
): Promise<void> => {
  const { db, log, now } = by
  const failures = new Map<string, unknown>()
  let more = false
  for (const retention of retentions) {
    try {
      if (await throwAway(by, retention, limits)) more = true
    } catch (error) {
      failures.set(retention.table, error)
    }
  }
  const unfinished = await files.sweep(new Date(now.getTime() - FILE_PAUSE_MS_MAX))
  if (unfinished > 0) log.info({ files: unfinished }, 'files that nobody finished were thrown away')
  if (more) await inTransaction(db, (tx) => enqueue(tx, purgeJob, {}))
  if (failures.size === 0) return
  const tables = [...failures.keys()].join(', ')
  throw new AggregateError(failures.values(), `What is due could not be thrown away of: ${tables}`)
}

/** Whether more may be left. */
const throwAway = async (
  { db, log, now }: By,
  retention: Retention,
  { rows_max: of_most = ROWS_MAX, batches_max = BATCHES_MAX }: Limits,
): Promise<boolean> => {
  const { table, rows_max = of_most } = retention
  let rows = 0
  let more = true
  for (let batch = 0; more && batch < batches_max; batch += 1) {
    const gone = await inTransaction(db, (tx) => deleteDue(tx, retention, { now, rows_max }))
    rows += gone
    more = gone === rows_max
  }
  if (rows > 0) log.info({ table, rows }, 'what was due was thrown away')
  return more
}
