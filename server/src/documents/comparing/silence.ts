import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/database.ts'
import { byDatabase } from '../../platform/db/database-now.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { SILENCE } from '../sending/compared.ts'
import type { Engine } from '../store/engine.ts'
import { compareJob } from '../store/jobs.ts'
import { beginComparisons } from './comparisons.ts'

/**
 * Writes down that a worker is there. Where none was for some minutes the database may have been put back from a
 * backup, and not know what was sent since: from then on nothing is, until it is compared with what the authority has.
 * One that was only switched off is compared as well, which takes it a search of each company. By the clock of the
 * database: those of two workers may differ by minutes.
 */
export const giveSign = ({ db, clock, log }: Engine): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ seen_at: Date; now: Date; silent: boolean }>`
      SELECT seen_at, now, seen_at < now - ${SILENCE}::interval AS silent
      FROM worker_signs CROSS JOIN (SELECT ${byDatabase(clock.now())} AS now) AS present
      FOR UPDATE OF worker_signs`.execute(tx)
    const [sign] = rows
    if (sign?.silent) {
      log.info({ since: sign.seen_at }, 'no worker was there: LHDN is asked first what it has received since')
      await beginComparisons(tx, { known_until: sign.seen_at, now: sign.now })
      await enqueue(tx, compareJob, {})
    }
    await sql`INSERT INTO worker_signs (seen_at) VALUES (${byDatabase(clock.now())})
      ON CONFLICT (is_one) DO UPDATE SET seen_at = excluded.seen_at`.execute(tx)
  })
