import { sql } from 'kysely'
import { on } from '../src/documents/store/tables.ts'
import type { World } from './world.ts'

/**
 * How much is stored of documents, with the counters and the waiting jobs, but for those that tell people of it: equal
 * before and after means untouched.
 */
export const storedIn = async (world: World) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT (SELECT count(*)::int FROM documents) AS documents,
      (SELECT count(*)::int FROM document_history) AS history,
      (SELECT count(*)::int FROM attempts) AS attempts,
      (SELECT count(*)::int FROM pgboss.job WHERE name NOT LIKE 'notifications.%') AS jobs,
      (SELECT COALESCE(jsonb_object_agg(c.code || ' ' || n.invoice_type || ' ' || n.environment, n.last_count), '{}')
        FROM number_counters n JOIN store_codes c ON c.id = n.store_code_id) AS counters`.execute(world.db)
  return rows[0]
}

/** Rows by table, but for the sessions with which a test calls, and what is told of its calls. */
export const storedRows = async (world: Pick<World, 'db'>): Promise<Record<string, number>> => {
  const { rows } = await sql<{ table: string; rows: number }>`
    SELECT table_name AS "table", (xpath('/row/n/text()', query_to_xml(
      format('SELECT count(*) AS n FROM public.%I', table_name), false, true, '')))[1]::text::int AS rows
    FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name NOT IN ('sessions', 'admin_calls')`.execute(world.db)
  return Object.fromEntries(rows.map(({ table, rows }) => [table, rows]))
}

/** What happened to a document, in order. */
export const eventsOf = async (world: World, document_id: string) => {
  const rows = await on(world.db)
    .selectFrom('document_history')
    .where('document_id', '=', document_id)
    .orderBy('id')
    .select('event')
    .execute()
  return rows.map((row) => row.event)
}

/** As if a worker had done all that waits, without its doing anything. */
export const forgetJobs = (world: World) => sql`DELETE FROM pgboss.job`.execute(world.db)
