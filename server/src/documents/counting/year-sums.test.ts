import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { RECEIVED, STATUSES } from '#domain/documents/lifecycle.ts'
import { addDays, lastOfMonth } from '#domain/time/dates.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { foldSome } from './fold.job.ts'
import { sumsOfYear, type YearSum } from './year-sums.ts'

const STORES = ['KUL01', 'PEN01', 'JHB01']

const world = await createWorld()
const { db } = world
for (const store of STORES) {
  await buildDocument(world, { who: store === 'JHB01' ? 'chong' : 'aminah', sender_store_code: store })
}

const day = (days: number) => addDays('2025-12-20', days)

const add = fc.record({
  store: fc.constantFrom(...STORES),
  n: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom(...STATUSES),
  authority_uuid: fc.constantFrom(null, 'A'.repeat(26)),
  environment: fc.constantFrom(...ENVIRONMENTS),
  invoice_date: fc.nat({ max: 110 }).map(day),
})
type Some = typeof add extends fc.Arbitrary<infer T> ? T : never

const insert = ({ store, n, ...given }: Some) =>
  sql`INSERT INTO documents SELECT copy.* FROM generate_series(1, ${n}::int) AS nr,
    LATERAL (SELECT d AS one FROM documents AS d WHERE sender_store_code = ${store}
      ORDER BY created_at, id LIMIT 1) AS pattern,
    LATERAL jsonb_populate_record(one, ${JSON.stringify(given)}::jsonb || jsonb_build_object(
      'id', gen_random_uuid(), 'buyer_name', 'Added',
      'invoice_number', nr || gen_random_uuid()::text)) AS copy`.execute(db)

const FIGURES = ['handed_over', 'validated', 'failed', 'pending'] as const

/** As they are told, added up by what tells them apart; what comes to nothing is left out. */
const added = (sums: readonly YearSum[]) => {
  const by = new Map<string, number[]>()
  for (const one of sums) {
    const key = [one.sender_entity_id, one.environment, one.month, one.is_later].join(' ')
    const known = by.get(key) ?? FIGURES.map(() => 0)
    by.set(
      key,
      known.map((n, at) => n + one[FIGURES[at] ?? 'failed']),
    )
  }
  return Object.fromEntries([...by].filter(([, figures]) => figures.some((n) => n !== 0)))
}

const counted = async (stores: readonly string[], today: string) => {
  const handed = sql`(status = ANY(${[...RECEIVED]}::text[])
    OR status = 'User Cancelled' AND authority_uuid IS NOT NULL)`
  const { rows } = await sql<YearSum>`
    SELECT sender_entity_id, environment, to_char(invoice_date, 'YYYY-MM') AS month,
      invoice_date > ${today}::date AS is_later,
      count(*) FILTER (WHERE ${handed})::int AS handed_over,
      count(*) FILTER (WHERE status = 'Validated')::int AS validated,
      count(*) FILTER (WHERE status = 'Submission Failed')::int AS failed,
      count(*) FILTER (WHERE status = 'Pending Approval')::int AS pending
    FROM documents WHERE sender_store_code = ANY(${[...stores]}::text[])
      AND invoice_date BETWEEN ${`${today.slice(0, 4)}-01-01`}::date AND ${lastOfMonth(today)}::date
    GROUP BY 1, 2, 3, 4`.execute(db)
  return added(rows)
}

test('the year is what a count of all documents finds, whatever is added up meanwhile', async () => {
  const step = fc.record({
    some: fc.array(add, { maxLength: 4 }),
    removed: fc.boolean(),
    folded: fc.constantFrom(0, 0, 3, 100),
    today: fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-11', '2026-02-12', '2026-03-31'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      for (const { some, removed, folded, today } of steps) {
        if (removed)
          await sql`DELETE FROM documents WHERE buyer_name = 'Added'
          AND extract(day FROM invoice_date)::int % 3 = 0`.execute(db)
        for (const one of some) await insert(one)
        if (folded > 0) await inTransaction(db, (tx) => foldSome(tx, folded))
        for (const who of ['devi', 'bakri', 'chong'] as const) {
          const caller = await world.callerOf(who)
          const codes = caller.stores.map(({ code }) => code)
          expect(added(await sumsOfYear(db, caller, today))).toEqual(await counted(codes, today))
        }
      }
    }),
    { numRuns: 10, seed: 64 },
  )
})

test('what was added up is read once, until it is added up again', async () => {
  const caller = await world.callerOf('devi')
  const today = '2026-02-12'
  await sumsOfYear(db, caller, today)
  const before = added(await sumsOfYear(db, caller, today))
  // Behind the back of all who add up: a reader that reads it again would tell of it.
  await sql`UPDATE document_counts SET n = n + 1000`.execute(db)
  expect(added(await sumsOfYear(db, caller, today))).toEqual(before)
  await inTransaction(db, (tx) => foldSome(tx, 1))
  expect(added(await sumsOfYear(db, caller, today))).not.toEqual(before)
})
