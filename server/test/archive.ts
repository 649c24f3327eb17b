import { sql } from 'kysely'
import { ListQuery } from '#contract/document-rows.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { SORT_COLUMN } from '../src/documents/reading/list.ts'
import { matching } from '../src/documents/reading/matching.ts'
import type { Db } from '../src/platform/db/database.ts'
import type { Who, World } from './world.ts'

const ROWS_AT_ONCE = 2_000

type Person = Exclude<Who, 'key' | 'nobody'>

/**
 * So many documents more, made of the first one of each department: half a year, with days on which much and little was
 * made, and of each department that has one; PEN01 is quiet.
 */
export const addArchive = async (db: Db, count: number): Promise<void> => {
  for (let from = 1; from <= count; from += ROWS_AT_ONCE)
    await addRows(db, from, Math.min(from + ROWS_AT_ONCE - 1, count))
}

const addRows = async (db: Db, from: number, to: number): Promise<void> => {
  await sql`
    INSERT INTO documents SELECT copy.* FROM generate_series(${from}::int, ${to}::int) AS nr,
      LATERAL (SELECT d AS one FROM documents AS d WHERE sender_store_code = CASE WHEN nr % 50 = 0 THEN 'PEN01'
        WHEN nr % 3 = 0 THEN 'JHB01' ELSE 'KUL01' END ORDER BY created_at, id LIMIT 1) AS pattern,
      LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
        'invoice_number', nr || gen_random_uuid()::text,
        'status', (${[...STATUSES]}::text[])[CASE WHEN nr % 5 > 0 THEN 7 ELSE nr / 5 % 10 + 1 END],
        'buyer_name', 'Buyer ' || nr * 7 % 83, 'buyer_tin_no', 'C' || nr * 7 % 83 || '0',
        'buyer_id_no', '2019' || nr * 7 % 83, 'buyer_email', 'akaun' || nr % 11 || '@buyer.example',
        'total_payable_amount', nr * 13 % 977, 'source', 'S' || nr % 3,
        'agent_number', CASE WHEN nr % 4 = 0 THEN 'AG-' || nr % 9 ELSE '' END, 'contract_number', 'CT-' || nr % 70,
        'submitted_at', CASE WHEN nr % 6 > 0 THEN timestamptz '2026-02-20' + nr % 999 * interval '1 hour' END,
        'invoice_type', CASE WHEN nr % 11 = 0 THEN '02' ELSE '01' END,
        'authority_uuid', CASE WHEN nr % 2 = 0 THEN 'A' || upper(md5(nr::text)) END,
        'invoice_date', date '2026-01-20' + (sqrt(nr * 13 % 40000))::int,
        'created_at', timestamptz '2026-01-20' + nr / 7 * interval '1 hour')) AS copy`.execute(db)
}

/** A page as anybody would ask for it: all that matches is counted, sorted and passed over. */
export const plainly = async (world: World, who: Person, query: object) => {
  const asked = ListQuery.parse(query)
  const by = { db: world.db, caller: await world.callerOf(who), now: world.clock.now() }
  const { page, page_size, sort_by = 'invoice_date', sort_order } = asked
  const rows = await matching(by, asked)
    .select(['id', sql<number>`(count(*) OVER ())::int`.as('count')])
    .orderBy(SORT_COLUMN[sort_by], (order) => (sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('invoice_date', sort_order)
    .orderBy('created_at', sort_order)
    .orderBy('id', sort_order)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const counted = matching(by, asked).select(sql<number>`count(*)::int`.as('n'))
  const count = rows[0]?.count ?? (await counted.executeTakeFirstOrThrow()).n
  return { ids: rows.map(({ id }) => id), count }
}
