import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { openLog } from '../../platform/log/log.ts'
import { foldChanges } from './fold.job.ts'
import { recount } from './recount.job.ts'

const MONTHS = ['2026-02-01', '2026-03-01']

const world = await createWorld()
const { db } = world
const { id } = await buildDocument(world)

/** Like the first document, but of this day, and with the authority. */
const add = (invoice_date: string) =>
  sql`INSERT INTO documents SELECT copy.* FROM documents AS one,
    LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'invoice_number', gen_random_uuid(),
      'status', 'Submitted', 'authority_uuid', repeat('B', 26), 'invoice_date', ${invoice_date}::text)) AS copy
    WHERE one.id = ${id}`.execute(db)

/** What the counters of these months say, and those of buyers. */
const counted = async () => {
  const { rows } = await sql<{ month: string; n: number }>`
    SELECT day::text AS month, sum(n)::int AS n FROM document_counts
      WHERE span = 'month' AND day = ANY(${MONTHS}::date[]) GROUP BY 1
    UNION ALL SELECT 'of buyers', sum(n)::int FROM buyer_counts`.execute(db)
  return Object.fromEntries(rows.map(({ month, n }) => [month, n]))
}

test('one month that takes too long keeps no other, and no buyer, from being put right', async () => {
  for (const month of MONTHS) await add(month)
  await foldChanges({ db })
  expect(await counted()).toEqual({ '2026-02-01': 1, '2026-03-01': 1, 'of buyers': 2 })
  await sql`UPDATE document_counts SET n = n + 7 WHERE span = 'month' AND day = ANY(${MONTHS}::date[])`.execute(
    db,
  )
  await sql`UPDATE buyer_counts SET n = n + 7`.execute(db)
  // As if the statement that counts February had reached its limit.
  await sql`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'canceling statement' USING ERRCODE = 'query_canceled'; END $$`.execute(db)
  await sql`CREATE TRIGGER slow BEFORE UPDATE ON document_counts FOR EACH ROW
    WHEN (new.span = 'month' AND new.day = '2026-02-01') EXECUTE FUNCTION be_slow()`.execute(db)
  const log = openLog('silent')
  await expect(recount({ db, log })).rejects.toThrow('took too long')
  expect(await counted()).toEqual({ '2026-02-01': 8, '2026-03-01': 1, 'of buyers': 2 })
  await sql`DROP FUNCTION be_slow CASCADE`.execute(db)
  await recount({ db, log })
  expect(await counted()).toEqual({ '2026-02-01': 1, '2026-03-01': 1, 'of buyers': 2 })
})
