import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** What of documents refers to a store code, in words; nothing where it was never used. */
export const documentUses = async (handle: Db | Tx, store_code_id: string): Promise<string[]> => {
  const { rows } = await sql<{ documents: boolean; counters: boolean }>`
    SELECT EXISTS (SELECT FROM documents WHERE store_code_id = ${store_code_id}) AS documents,
      EXISTS (SELECT FROM number_counters WHERE store_code_id = ${store_code_id}) AS counters`.execute(handle)
  return [...(rows[0]?.documents ? ['documents'] : []), ...(rows[0]?.counters ? ['document numbers'] : [])]
}
