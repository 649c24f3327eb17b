import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { SILENCE } from '../sending/compared.ts'

/**
 * Of a database that is put back as it was at `known_until`, by its own clock: nothing is sent any more, and the first
 * worker compares it with what LHDN received since (`giveSign`), however soon it comes.
 */
export const forgetSign = async (tx: Tx, known_until: Date): Promise<void> => {
  await sql`UPDATE worker_signs SET seen_at = least(seen_at, ${known_until}, clock_timestamp())
    - ${SILENCE}::interval - interval '1 minute'`.execute(tx)
}
