import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { isSilent } from '../sending/compared.ts'
import type { Engine } from '../store/engine.ts'
import { compareJob } from '../store/jobs.ts'
import { beginComparisons } from './comparisons.ts'

/**
 * Writes down that a worker is there. Where none was for some minutes the database may have been put back from a
 * backup, and not know what was sent since: from then on nothing is, until it is compared with what the authority has.
 * One that was only switched off is compared as well, which takes it a search of each company.
 */
export const giveSign = ({ db, clock, log }: Engine): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    const { rows } = await sql<{ seen_at: Date }>`SELECT seen_at FROM worker_signs FOR UPDATE`.execute(tx)
    const seen_at = rows[0]?.seen_at
    if (seen_at && isSilent(seen_at, now)) {
      log.info({ since: seen_at }, 'no worker was there: LHDN is asked first what it has received since')
      await beginComparisons(tx, { known_until: seen_at, now })
      await enqueue(tx, compareJob, {})
    }
    await sql`INSERT INTO worker_signs (seen_at) VALUES (${now})
      ON CONFLICT (is_one) DO UPDATE SET seen_at = excluded.seen_at`.execute(tx)
  })
