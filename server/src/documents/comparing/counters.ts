import { sql } from 'kysely'
import type { Numbered } from '#domain/documents/numbering.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Compared } from '../sending/compared.ts'

/** What stands further ahead nobody counted up to: somebody typed it. */
const AHEAD_MAX = 100_000

/** Numbers that the authority has are not given once more: their series go on after them, and never back. */
export const raiseCounters = async (
  tx: Tx,
  { sender_entity_id, environment }: Compared,
  given: readonly Numbered[],
): Promise<void> => {
  if (given.length === 0) return
  await sql`INSERT INTO number_counters AS known
      (store_code_id, invoice_type, environment, sender_entity_id, last_count)
    SELECT s.id, g.invoice_type, ${environment}, s.sender_entity_id, max(g.count)
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g(store_code text, invoice_type text, count integer)
      JOIN store_codes AS s ON s.sender_entity_id = ${sender_entity_id} AND s.code = g.store_code
      LEFT JOIN number_counters AS c ON c.store_code_id = s.id AND c.invoice_type = g.invoice_type
        AND c.environment = ${environment} AND c.sender_entity_id = s.sender_entity_id
    WHERE g.count <= COALESCE(c.last_count, 0) + ${AHEAD_MAX}
    GROUP BY s.id, g.invoice_type, s.sender_entity_id
    ORDER BY s.id, g.invoice_type
    ON CONFLICT (store_code_id, invoice_type, environment, sender_entity_id) DO UPDATE
      SET last_count = GREATEST(known.last_count, excluded.last_count)`.execute(tx)
}
