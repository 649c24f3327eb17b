import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Longer than any transaction that saw such a buyer as known, and wrote a document of it. */
const APART_HOURS = 12

/**
 * Throws away the buyers that no document has any longer, in two nights: the first marks them, so that whoever makes a
 * document of one writes it down anew, and the second, when nobody can still rely on the old row, takes them out.
 */
export const forgetBuyers = async ({ db, now }: { db: Db; now: Date }): Promise<void> => {
  const gone = sql`NOT EXISTS (SELECT FROM document_orders AS o WHERE o.store_code_id = document_buyers.store_code_id
    AND o.buyer_name = document_buyers.buyer_name AND o.buyer_id_no = document_buyers.buyer_id_no)`
  await sql`UPDATE document_buyers SET left_at = NULL WHERE left_at IS NOT NULL AND NOT (${gone})`.execute(db)
  await sql`DELETE FROM document_buyers
    WHERE left_at < ${now}::timestamptz - ${APART_HOURS} * interval '1 hour' AND ${gone}`.execute(db)
  await sql`UPDATE document_buyers SET left_at = ${now} WHERE left_at IS NULL AND ${gone}`.execute(db)
}
