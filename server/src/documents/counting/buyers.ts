import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'

type Asked = { caller: Caller; year: number; most: number }

const BY = sql`sender_entity_id, store_code_id, year, buyer_name`

/**
 * The buyers with the most documents of a year in the caller's departments, exactly: those handed to the authority,
 * self-billed ones left out. Nobody who is among the `most` of all is below the least of them, shared out evenly, in
 * every department: so the largest of each are looked at, never all.
 */
export const largestBuyers = async (db: Db, { caller, year, most }: Asked) => {
  const stores = caller.stores.map(({ store_code_id }) => store_code_id)
  const ofYear = sql`store_code_id = ANY(${stores}::uuid[]) AND year = ${year}`
  /** Of each department, beginning with its largest. */
  const largest = (upTo: RawBuilder<unknown>) =>
    sql`SELECT of_store.buyer_name FROM unnest(${stores}::uuid[]) AS store_code_id CROSS JOIN LATERAL (
      SELECT buyer_name FROM buyer_counts AS b WHERE b.store_code_id = store_code_id.store_code_id
        AND year = ${year} ${upTo}) AS of_store UNION SELECT buyer_name FROM pending`
  /** Each is summed once, and then ordered: not once for the order, and again for what is shown. */
  const summed = (names: string) =>
    sql`SELECT buyer_name, coalesce((SELECT sum(n) FROM buyer_counts AS b WHERE ${ofYear}
        AND b.buyer_name = ${sql.table(names)}.buyer_name), 0) + coalesce(pending.n, 0) AS n
      FROM ${sql.table(names)} LEFT JOIN pending USING (buyer_name) OFFSET 0`
  const { rows } = await sql<{ buyer: string; count: number }>`
    WITH pending AS MATERIALIZED (
      SELECT buyer_name, sum(n) AS n FROM buyer_count_changes WHERE ${ofYear} GROUP BY 1
    ), heads AS MATERIALIZED (${largest(sql`ORDER BY n DESC LIMIT ${most}`)}),
    least AS MATERIALIZED (
      SELECT n FROM (${summed('heads')}) AS sums ORDER BY n DESC OFFSET ${most - 1} LIMIT 1
    ), near AS MATERIALIZED (
      ${largest(sql`AND n >= coalesce((SELECT ceil(n / ${stores.length}::numeric)::int FROM least), 1) OFFSET 0`)}
    )
    SELECT buyer_name AS buyer, n::int AS count FROM (${summed('near')}) AS sums
    WHERE n > 0 ORDER BY n DESC, buyer_name LIMIT ${most} ${PREPARED}`.execute(db)
  return rows
}

/** Adds up the oldest changes, at most so many; answers how many they were. */
export const foldBuyers = async (tx: Tx, rows_max: number): Promise<number> => {
  const { rows } = await sql<{ folded: number }>`
    WITH taken AS (
      DELETE FROM buyer_count_changes WHERE id IN (
        SELECT id FROM buyer_count_changes ORDER BY id LIMIT ${rows_max})
      RETURNING ${BY}, n
    ), added AS (
      INSERT INTO buyer_counts AS kept (${BY}, n)
      SELECT ${BY}, sum(n) FROM taken GROUP BY ${BY} HAVING sum(n) <> 0
      ON CONFLICT (store_code_id, year, buyer_name, sender_entity_id) DO UPDATE SET n = kept.n + excluded.n
    )
    SELECT count(*)::int AS folded FROM taken`.execute(tx)
  return rows[0]?.folded ?? 0
}

type Year = { store_code_id: string; year: number }

/** Counts a year of a department anew; answers how many counters were wrong. One statement, and so one moment. */
export const recountBuyers = async (tx: Tx, { store_code_id, year }: Year): Promise<number> => {
  const ofYear = sql`store_code_id = ${store_code_id}::uuid AND year = ${year}`
  const { numAffectedRows } = await sql`
    WITH there AS (
      SELECT sender_entity_id, store_code_id, ${year}::smallint AS year, buyer_name, count(*) AS n
      FROM documents WHERE store_code_id = ${store_code_id}::uuid
        AND invoice_date >= make_date(${year}, 1, 1) AND invoice_date <= make_date(${year}, 12, 31)
        AND counts_for_buyer(authority_uuid, status, selfbilling) GROUP BY 1, 2, 3, 4
      UNION ALL SELECT ${BY}, -n FROM buyer_count_changes WHERE ${ofYear}
    ), wanted AS (
      SELECT *, FALSE AS is_kept FROM there UNION ALL SELECT ${BY}, 0, TRUE FROM buyer_counts WHERE ${ofYear}
    )
    INSERT INTO buyer_counts AS kept (${BY}, n)
    SELECT ${BY}, sum(n) FROM wanted GROUP BY ${BY} HAVING sum(n) <> 0 OR bool_or(is_kept)
    ON CONFLICT (store_code_id, year, buyer_name, sender_entity_id)
    DO UPDATE SET n = excluded.n WHERE kept.n <> excluded.n`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
