import { sql } from 'kysely'
import type { Db } from '../../../server/src/platform/db/database.ts'

/** Bytes of a table with what it keeps beside its rows (TOAST), and of its indexes. */
export type Size = { name: string; rows: number; indexes: number }

/** Each table of the product by its bytes; the queue's together as one. */
export const sizesOf = async (db: Db): Promise<Size[]> => {
  const { rows } = await sql<Size>`
    SELECT CASE WHEN n.nspname = 'public' THEN c.relname ELSE n.nspname END AS name,
      sum(pg_table_size(c.oid))::float8 AS rows, sum(pg_indexes_size(c.oid))::float8 AS indexes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss') GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

/** The indexes of the product by their bytes. */
export const indexSizesOf = async (db: Db): Promise<{ name: string; bytes: number }[]> => {
  const { rows } = await sql<{ name: string; bytes: number }>`
    SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid)::float8 AS bytes FROM pg_index
    JOIN pg_class c ON c.oid = indrelid WHERE c.relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}

/** What has been written to the log of the database, in bytes, and how many whole pages are among it. */
export const writtenSoFar = async (db: Db) => {
  const { rows } = await sql<{ bytes: number; pages: number }>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes, wal_fpi::float8 AS pages
    FROM pg_stat_wal`.execute(db)
  return rows[0] ?? { bytes: 0, pages: 0 }
}

/** In bytes. */
const LEAST = 10

/** What each table grew by, per document; those that grew by less than ten bytes are left out. */
export const grownBy = (before: readonly Size[], after: readonly Size[], documents: number): Size[] =>
  after
    .map(({ name, rows, indexes }) => {
      const then = before.find((one) => one.name === name) ?? { rows: 0, indexes: 0 }
      return { name, rows: (rows - then.rows) / documents, indexes: (indexes - then.indexes) / documents }
    })
    .filter(({ rows, indexes }) => Math.abs(rows + indexes) >= LEAST)
    .toSorted((a, b) => b.rows + b.indexes - a.rows - a.indexes)
