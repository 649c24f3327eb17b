import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { foldBuyers } from './buyers.ts'
import { COUNTED_BY } from './counted.ts'

/** Rows of one transaction: a fraction of a second. */
const ROWS_MAX = 10_000
/** A larger mountain is carried off at the next time. */
const BATCHES_MAX = 100

/** Adds up what was changed since the last time. May be killed at any time: a batch is added up whole or not at all. */
export const foldChanges = async ({ db }: { db: Db }, rows_max = ROWS_MAX): Promise<void> => {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const folded = await inTransaction(db, (tx) => foldSome(tx, rows_max))
    if (folded < rows_max) return
  }
}

/** The oldest changes of each kind, at most so many; answers how many they were of the kind with more. */
export const foldSome = async (tx: Tx, rows_max: number): Promise<number> => {
  await holdCounts(tx)
  return Math.max(await foldDocuments(tx, rows_max), await foldBuyers(tx, rows_max))
}

const foldDocuments = async (tx: Tx, rows_max: number): Promise<number> => {
  const { rows } = await sql<{ folded: number }>`
    WITH taken AS (
      DELETE FROM document_count_changes WHERE id IN (
        SELECT id FROM document_count_changes ORDER BY id LIMIT ${rows_max})
      RETURNING ${COUNTED_BY}, invoice_date, n
    ), spans AS (
      SELECT 'day' AS span, invoice_date AS day, ${COUNTED_BY}, n FROM taken
      UNION ALL SELECT 'month', date_trunc('month', invoice_date)::date, ${COUNTED_BY}, n FROM taken
      UNION ALL SELECT 'year', date_trunc('year', invoice_date)::date, ${COUNTED_BY}, n FROM taken
    ), added AS (
      INSERT INTO document_counts AS kept (span, day, ${COUNTED_BY}, n)
      SELECT span, day, ${COUNTED_BY}, sum(n) FROM spans GROUP BY span, day, ${COUNTED_BY} HAVING sum(n) <> 0
      ON CONFLICT (store_code_id, span, day, status, invoice_type, document_type, at_authority,
        on_screen, environment, sender_entity_id)
      DO UPDATE SET n = kept.n + excluded.n
    )
    SELECT count(*)::int AS folded FROM taken`.execute(tx)
  return rows[0]?.folded ?? 0
}

/**
 * Until the transaction ends nobody else writes the counts; readers and writers of documents go on. Who remembers what
 * was added up reads it anew then.
 */
export const holdCounts = (tx: Tx) =>
  sql`UPDATE document_count_version SET version = ${randomUUID()}`.execute(tx)
