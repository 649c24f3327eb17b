import { type Db, inTransaction } from '../db/database.ts'
import type { Files } from '../files/files.ts'
import type { Log } from '../log/log.ts'
import { deleteDue, type Retention } from './retention.ts'

/** Rows of one transaction: few enough that nobody notices. */
const ROWS_MAX = 1_000
/** Of one table in one run; a larger mountain is carried off over several days. */
const BATCHES_MAX = 500
/** Nobody writes at a file with so long a pause. */
const FILE_PAUSE_MS_MAX = 86_400_000

type Limits = { rows_max?: number; batches_max?: number }

/**
 * Throws away what is due at `now`, in short transactions, and what is left of unfinished files. May be killed at any
 * time; the next run goes on.
 */
export const purge = async (
  { db, files, log, now }: { db: Db; files: Files; log: Log; now: Date },
  retentions: readonly Retention[],
  { rows_max = ROWS_MAX, batches_max = BATCHES_MAX }: Limits = {},
): Promise<void> => {
  for (const retention of retentions) {
    let rows = 0
    for (let batch = 0; batch < batches_max; batch += 1) {
      const gone = await inTransaction(db, (tx) => deleteDue(tx, retention, { now, rows_max }))
      rows += gone
      if (gone < rows_max) break
    }
    if (rows > 0) log.info({ table: retention.table, rows }, 'what was due was thrown away')
  }
  const unfinished = await files.sweep(new Date(now.getTime() - FILE_PAUSE_MS_MAX))
  if (unfinished > 0) log.info({ files: unfinished }, 'files that nobody finished were thrown away')
}
