import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { largestBuyers } from './buyers.ts'
import { HANDED_OVER } from './fixtures/handed-over.ts'
import { foldSome } from './fold.job.ts'

const MOST = 3
const STORES = ['KUL01', 'PEN01', 'JHB01']

const world = await createWorld()
const { db } = world
for (const store of STORES) {
  await buildDocument(world, { who: store === 'JHB01' ? 'chong' : 'aminah', sender_store_code: store })
}

type Some = { store: string; buyer: number; n: number }

/** So many documents like the first one of a department, for a buyer; every fourth is none that counts. */
const add = ({ store, buyer, n }: Some, at: number) => {
  const given = {
    ...{ buyer_name: `Buyer ${buyer}`, authority_uuid: 'A'.repeat(26), selfbilling: at % 8 === 3 },
    status: at % 8 === 7 ? 'Pending Approval' : HANDED_OVER[at % HANDED_OVER.length],
    environment: ENVIRONMENTS[at % 5],
    invoice_date: at % 16 === 5 ? '2025-12-31' : at % 16 === 9 ? '2026-03-02' : '2026-03-01',
  }
  return sql`INSERT INTO documents SELECT copy.* FROM generate_series(1, ${n}::int) AS nr,
    LATERAL (SELECT d AS one FROM documents AS d WHERE sender_store_code = ${store}
      ORDER BY created_at, id LIMIT 1) AS pattern,
    LATERAL jsonb_populate_record(one, ${JSON.stringify(given)}::jsonb || jsonb_build_object(
      'id', gen_random_uuid(), 'invoice_number', nr || gen_random_uuid()::text)) AS copy`.execute(db)
}

const counted = async (stores: readonly string[], today: string, environments: readonly string[]) => {
  const { rows } = await sql`
    SELECT buyer_name AS buyer, count(*)::int AS count FROM documents
    WHERE sender_store_code = ANY(${[...stores]}::text[]) AND environment = ANY(${[...environments]}::text[])
      AND invoice_date BETWEEN date_trunc('year', ${today}::date) AND ${today}::date
      AND authority_uuid IS NOT NULL AND NOT selfbilling AND status = ANY(${HANDED_OVER}::text[])
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST}`.execute(db)
  return rows
}

test('the largest buyers are those that a count of all documents finds, whatever is added up', async () => {
  const many = fc.array(
    fc.record({
      store: fc.constantFrom(...STORES),
      buyer: fc.nat({ max: 20 }),
      n: fc.integer({ min: 1, max: 6 }),
    }),
    { minLength: 10, maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(many, fc.nat({ max: 60 }), async (some, folded) => {
      await sql`DELETE FROM documents WHERE buyer_name LIKE 'Buyer %'`.execute(db)
      for (const [at, one] of some.entries()) await add(one, at)
      if (folded > 0) await inTransaction(db, (tx) => foldSome(tx, folded))
      for (const who of ['devi', 'bakri', 'chong'] as const) {
        const caller = await world.callerOf(who)
        const codes = caller.stores.map(({ code }) => code)
        for (const today of ['2025-12-31', '2026-03-01', '2026-12-31']) {
          for (const environments of [ENVIRONMENTS, ['prod'] as const]) {
            const found = await largestBuyers(db, { caller, today, most: MOST, environments })
            expect(found, today).toEqual(await counted(codes, today, environments))
          }
        }
      }
    }),
    { numRuns: 12, seed: 62 },
  )
})

test('what counts is what lists call handed over', async () => {
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM unnest(${[...STATUSES]}::text[]) AS status WHERE counts_for_buyer('A', status, FALSE)`.execute(
    db,
  )
  expect(rows.map(({ status }) => status).toSorted()).toEqual([...HANDED_OVER].toSorted())
})
