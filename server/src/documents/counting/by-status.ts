import { sql } from 'kysely'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * How many documents there are of each status, of all companies together; for whoever runs the portal. Read from the
 * counters of years, department by department along their index, and from what is not added up yet.
 */
export const countByStatus = async (db: Db): Promise<{ status: Status; n: number }[]> => {
  const { rows } = await sql<{ status: Status; n: number }>`
    SELECT status, greatest(0, sum(n))::float8 AS n FROM (
      SELECT of_year.status, of_year.n FROM store_codes AS store CROSS JOIN LATERAL (
        SELECT status, n FROM document_counts WHERE store_code_id = store.id AND span = 'year') AS of_year
      UNION ALL SELECT status, n FROM document_count_changes) AS counted
    GROUP BY status ORDER BY status`.execute(db)
  return rows
}
