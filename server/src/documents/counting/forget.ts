import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { holdCounts } from './fold.job.ts'

const TABLES = [
  'document_count_changes',
  'document_counts',
  'document_buyers',
  'document_agents',
  'number_letters',
  'buyer_count_changes',
  'buyer_counts',
]

/** Throws away the counters, the buyers and the agents of companies that are no more. */
export const forgetCounts = async (tx: Tx): Promise<void> => {
  await holdCounts(tx)
  for (const table of TABLES) {
    await sql`DELETE FROM ${sql.table(table)} WHERE sender_entity_id NOT IN (SELECT id FROM sender_entities)`.execute(
      tx,
    )
  }
}
