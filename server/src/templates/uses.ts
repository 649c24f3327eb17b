import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

/** Whether a template of the company names this store code. */
export const templatesName = async (
  handle: Db | Tx,
  { sender_entity_id, code }: { sender_entity_id: string; code: string },
): Promise<boolean> => {
  const { rows } = await sql<{ named: boolean }>`
    SELECT EXISTS (SELECT FROM templates WHERE sender_entity_id = ${sender_entity_id}
      AND invoice->>'sender_store_code' = ${code}) AS named`.execute(handle)
  return rows[0]?.named ?? false
}
