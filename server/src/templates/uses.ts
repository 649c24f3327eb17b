import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

/** The names of some templates of the company that name this store code, last changed first; at most `limit`. */
export const templatesNaming = async (
  handle: Db | Tx,
  { sender_entity_id, code, limit }: { sender_entity_id: string; code: string; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM templates WHERE sender_entity_id = ${sender_entity_id}
      AND invoice->>'sender_store_code' = ${code}
    ORDER BY modified_at DESC, id LIMIT ${limit}`.execute(handle)
  return rows.map(({ name }) => name)
}
