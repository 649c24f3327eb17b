import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { addDays } from '#domain/time/dates.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { openLog } from '../../platform/log/log.ts'
import { checkOrders } from './check-orders.ts'
import { HANDED_OVER } from './fixtures/handed-over.ts'
import { foldChanges, foldSome } from './fold.job.ts'
import { recount } from './recount.job.ts'

const BY = sql`store_code_id, status, invoice_type, environment, sender_entity_id`
const REAL = sql`SELECT ${BY}, authority_uuid IS NOT NULL AS at_authority, source = 'UI' AS on_screen`
const COUNTED = sql`SELECT ${BY}, at_authority, on_screen`

let world: World
let db: Db
let one = ''

beforeAll(async () => {
  world = await createWorld()
  db = world.db
  one = (await buildDocument(world)).id
})

/** What the counters say that is not so, by day, by month and by year, at one moment. */
const wrong = async () => {
  const { rows } = await sql<{ n: number }>`
    WITH there AS (
      ${REAL}, 'day' AS span, invoice_date AS day FROM documents
      UNION ALL ${REAL}, 'month', date_trunc('month', invoice_date)::date FROM documents
      UNION ALL ${REAL}, 'year', date_trunc('year', invoice_date)::date FROM documents
    ), said AS (
      ${COUNTED}, span, day, n FROM document_counts
      UNION ALL ${COUNTED}, 'day', invoice_date, n FROM document_count_changes
      UNION ALL ${COUNTED}, 'month', date_trunc('month', invoice_date)::date, n FROM document_count_changes
      UNION ALL ${COUNTED}, 'year', date_trunc('year', invoice_date)::date, n FROM document_count_changes
    ), real AS (
      SELECT ${BY}, at_authority, on_screen, span, day, count(*) AS n FROM there GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), counted AS (
      SELECT ${BY}, at_authority, on_screen, span, day, sum(n) AS n FROM said
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0
    )
    SELECT count(*)::int AS n FROM (
      (SELECT * FROM real EXCEPT SELECT * FROM counted) UNION ALL (SELECT * FROM counted EXCEPT SELECT * FROM real)
    ) AS difference`.execute(db)
  return rows[0]?.n
}

/** The same of what is counted by buyer. */
const wrongOfBuyers = async () => {
  const { rows } = await sql<{ n: number }>`
    WITH real AS (
      SELECT store_code_id, extract(year FROM invoice_date)::int AS year, buyer_name, environment, count(*) AS n
      FROM documents WHERE authority_uuid IS NOT NULL AND NOT selfbilling AND status = ANY(${HANDED_OVER}::text[])
      GROUP BY 1, 2, 3, 4
    ), counted AS (
      SELECT store_code_id, year::int, buyer_name, environment, sum(n) AS n FROM (
        SELECT store_code_id, year, buyer_name, environment, n FROM buyer_counts
        UNION ALL SELECT store_code_id, year, buyer_name, environment, n FROM buyer_count_changes
      ) AS said GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
    )
    SELECT count(*)::int AS n FROM (
      (SELECT * FROM real EXCEPT SELECT * FROM counted) UNION ALL (SELECT * FROM counted EXCEPT SELECT * FROM real)
    ) AS difference`.execute(db)
  return rows[0]?.n
}
const KEPT = sql`sender_entity_id, store_code_id, supplier_name, buyer_name, buyer_id_no, invoice_type, invoice_number,
  contract_number, agent_number, total_payable_amount, source, invoice_date, created_at`

/** How many documents stand elsewhere in the orders of lists than they do themselves. */
const misplaced = async () => {
  const { rows } = await sql<{ n: number }>`
    WITH real AS (SELECT id, ${KEPT} FROM documents), kept AS (SELECT document_id, ${KEPT} FROM document_orders)
    SELECT count(*)::int AS n FROM (
      (SELECT * FROM real EXCEPT SELECT * FROM kept) UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM real)
    ) AS difference`.execute(db)
  return rows[0]?.n
}
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM document_count_changes`.execute(db)
  return rows[0]?.n
}

/** So many documents like the first one but for what is given. */
const copy = (handle: Db, count: number, given: object) =>
  sql`INSERT INTO documents SELECT copy.* FROM documents AS one, generate_series(1, ${count}::int) AS nr,
    LATERAL jsonb_populate_record(one, ${JSON.stringify(given)}::jsonb || jsonb_build_object(
      'id', gen_random_uuid(), 'invoice_number', nr || gen_random_uuid()::text)) AS copy WHERE one.id = ${one}`.execute(
    handle,
  )

const row = fc.record({
  invoice_date: fc.integer({ min: 0, max: 70 }).map((days) => addDays('2026-06-15', days)),
  status: fc.constantFrom(...STATUSES),
  invoice_type: fc.constantFrom('01', '02', '11'),
  source: fc.constantFrom('UI', 'CSV'),
  authority_uuid: fc.constantFrom(null, 'A'.repeat(26)),
  buyer_name: fc.constantFrom('Seri Jaya', 'Maju', 'Harapan'),
  selfbilling: fc.boolean(),
  environment: fc.constantFrom('simulator', 'prod'),
})
const SOME = (share: number) => sql`id <> ${one} AND hashtext(id::text) % 7 = ${share}`

const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    rows: fc.integer({ min: 1, max: 9 }),
    row,
    kept: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    share: fc.integer({ min: 0, max: 6 }),
    row,
    kept: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('remove' as const),
    share: fc.integer({ min: 0, max: 6 }),
    kept: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('fold' as const),
    rows_max: fc.integer({ min: 1, max: 20 }),
    kept: fc.boolean(),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

class Undone extends Error {}

const take = (wanted: Step) =>
  inTransaction(db, async (tx) => {
    if (wanted.kind === 'add') await copy(tx, wanted.rows, wanted.row)
    if (wanted.kind === 'fold') await foldSome(tx, wanted.rows_max)
    if (wanted.kind === 'remove' || wanted.kind === 'move') {
      // In one order, so that two of them never wait for each other crosswise.
      await sql`SELECT id FROM documents WHERE ${SOME(wanted.share)} ORDER BY id FOR UPDATE`.execute(tx)
    }
    if (wanted.kind === 'remove') await sql`DELETE FROM documents WHERE ${SOME(wanted.share)}`.execute(tx)
    if (wanted.kind === 'move') {
      const { invoice_date, status, invoice_type, source, authority_uuid, buyer_name, environment } =
        wanted.row
      await sql`UPDATE documents SET invoice_date = ${invoice_date}, status = ${status}, source = ${source},
        invoice_type = ${invoice_type}, authority_uuid = ${authority_uuid}, buyer_name = ${buyer_name},
        environment = ${environment} WHERE ${SOME(wanted.share)}`.execute(tx)
    }
    if (!wanted.kept) throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })

test('the counters say what there is, at any moment, whoever writes, gives up or adds up meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const lanes = [0, 1, 2].map(async (lane) => {
        for (const wanted of steps.filter((_, at) => at % 3 === lane)) {
          await take(wanted)
          const faults = [await wrong(), await wrongOfBuyers(), await misplaced()]
          expect(faults).toEqual([0, 0, 0])
        }
      })
      await Promise.all(lanes)
    }),
    { numRuns: 8, seed: 14, endOnFailure: true },
  )
  expect(await wrong()).toBe(0)
})

test('a worker that is killed while it adds up has done nothing, and the next one does it', async () => {
  await foldChanges({ db })
  await copy(db, 3, { status: 'Validated' })
  const left = await waiting()
  const killed = inTransaction(db, async (tx) => {
    expect(await foldSome(tx, 1_000)).toBe(left)
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await sql`SELECT 1`.execute(tx)
  })
  await expect(killed).rejects.toThrow()
  expect([await waiting(), await wrong()]).toEqual([left, 0])
  await foldChanges({ db })
  expect([await waiting(), await wrong()]).toEqual([0, 0])
})

test('a mountain of changes is added up in batches', async () => {
  for (let at = 0; at < 12; at++) await copy(db, 1, { invoice_date: addDays('2026-05-01', at) })
  expect(await waiting()).toBe(12)
  await foldChanges({ db }, 5)
  expect([await waiting(), await wrong()]).toEqual([0, 0])
})

describe('at night', () => {
  const told: string[] = []
  const log = openLog('error', { write: (line: string) => told.push(JSON.parse(line).msg) })

  test('counters that are right stay as they are', async () => {
    await copy(db, 2, { status: 'Invalid' })
    await recount({ db, log })
    expect([told, await wrong()]).toEqual([[], 0])
  })

  test.each([
    ['too many of a buyer', sql`UPDATE buyer_counts SET n = n + 1`],
    ['none of any buyer', sql`DELETE FROM buyer_counts`],
    ['buyers that are not there', sql`UPDATE buyer_counts SET buyer_name = buyer_name || '?'`],
  ])('%s are put right and told', async (_, spoil) => {
    await copy(db, 2, { status: 'Submitted', authority_uuid: 'B'.repeat(26) })
    await foldChanges({ db })
    told.length = 0
    await spoil.execute(db)
    expect(await wrongOfBuyers()).not.toBe(0)
    await recount({ db, log })
    expect(await wrongOfBuyers()).toBe(0)
    expect(told).toContain('documents were counted wrongly; the counters were put right')
  })

  test.each([
    ['too many', sql`UPDATE document_counts SET n = n + 1 WHERE span = 'day'`],
    ['too few of a month', sql`UPDATE document_counts SET n = n - 1 WHERE span = 'month'`],
    ['too many of a year', sql`UPDATE document_counts SET n = n + 1 WHERE span = 'year'`],
    ['no years', sql`DELETE FROM document_counts WHERE span = 'year'`],
    ['none', sql`DELETE FROM document_counts`],
    [
      'some that are not there',
      sql`UPDATE document_counts SET invoice_type = invoice_type || '9', day = day + 400`,
    ],
  ])('%s are put right and told', async (_, spoil) => {
    told.length = 0
    await spoil.execute(db)
    expect(await wrong()).not.toBe(0)
    const writing = copy(db, 5, { status: 'Submitted' })
    await recount({ db, log })
    await writing
    expect(await wrong()).toBe(0)
    expect(told).toContain('documents were counted wrongly; the counters were put right')
  })
})

describe('what lists go by, at night', () => {
  const told: object[] = []
  const log = openLog('error', {
    write: (line: string) => {
      const { documents, parties } = JSON.parse(line)
      told.push({ documents, parties })
    },
  })
  const nightly = async () => {
    told.length = 0
    await checkOrders({ db, log })
    return told
  }
  const unfound = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM documents AS d WHERE NOT EXISTS (SELECT FROM document_buyers AS b
          WHERE (b.store_code_id, b.buyer_name, b.buyer_tin_no, b.buyer_email, b.buyer_id_no)
          = (d.store_code_id, d.buyer_name, d.buyer_tin_no, d.buyer_email, d.buyer_id_no))
        OR (agent_number <> '' AND NOT EXISTS (SELECT FROM document_agents AS a
          WHERE (a.store_code_id, a.agent_number) = (d.store_code_id, d.agent_number)))
        OR EXISTS (SELECT FROM letters_of(d.invoice_number) AS letter WHERE NOT EXISTS (SELECT FROM number_letters AS l
          WHERE (l.store_code_id, l.letter) = (d.store_code_id, letter.letter)))`.execute(db)
    return rows[0]?.n
  }

  test('stays as it is where it is right, whatever is edited meanwhile', async () => {
    await copy(db, 30, { status: 'Pending Approval' })
    const edit = (total: number) => sql`UPDATE documents SET total_payable_amount = ${total}`.execute(db)
    const [found] = await Promise.all([nightly(), edit(1), edit(2)])
    expect(found).toEqual([])
    expect(await misplaced()).toBe(0)
  })

  test.each([
    ['a total', sql`UPDATE document_orders SET total_payable_amount = total_payable_amount + 1`],
    ['a department', sql`UPDATE document_orders SET store_code_id = gen_random_uuid()`],
    ['what is missing', sql`DELETE FROM document_orders`],
  ])('%s is put right and told', async (_, spoil) => {
    await spoil.execute(db)
    expect(await misplaced()).toBeGreaterThan(0)
    expect(await nightly()).toEqual([{ documents: expect.any(Number), parties: 0 }])
    expect(await misplaced()).toBe(0)
    expect(await nightly()).toEqual([])
  })

  test('an order of no document is taken out', async () => {
    await sql`INSERT INTO document_orders SELECT (jsonb_populate_record(o, jsonb_build_object('document_id',
      gen_random_uuid()))).* FROM document_orders AS o WHERE document_id = ${one}`.execute(db)
    expect(await misplaced()).toBe(1)
    expect(await nightly()).toEqual([{ documents: 1, parties: 0 }])
    expect(await misplaced()).toBe(0)
  })

  test.each(['document_buyers', 'document_agents', 'number_letters'])(
    'whom nobody would find is written down: %s',
    async (table) => {
      await copy(db, 3, { agent_number: 'AG-7' })
      expect(await unfound()).toBe(0)
      await sql`DELETE FROM ${sql.table(table)}`.execute(db)
      expect(await unfound()).toBeGreaterThanOrEqual(3)
      expect(await nightly()).toEqual([{ documents: 0, parties: expect.any(Number) }])
      expect(await unfound()).toBe(0)
      expect(await nightly()).toEqual([])
    },
  )
})

test('documents are counted together, whatever text each bears as its document type', async () => {
  const counters = async () => {
    await foldChanges({ db })
    const { rows } = await sql<{ rows: number; n: number }>`SELECT count(*)::int AS rows, sum(n)::int AS n
      FROM document_counts WHERE span = 'day' AND n <> 0`.execute(db)
    return rows[0]
  }
  await copy(db, 1, {})
  const before = await counters()
  await copy(db, 20, {})
  await sql`UPDATE documents SET document_type = left(md5(id::text), 8)`.execute(db)
  const after = await counters()
  expect(after).toEqual({ rows: before?.rows, n: (before?.n ?? 0) + 20 })
})

test('no figure and no list counts the archive, whoever asks', async () => {
  await foldChanges({ db })
  await sql`UPDATE document_counts SET n = n * 1000 WHERE status <> 'Pending Approval'`.execute(db)
  const asked = async (endpoint: 'list' | 'counts') =>
    endpoint === 'list'
      ? (await world.as('devi').call(documents.list, { query: { status: 'Validated' } })).body.count
      : (await world.as('devi').call(dashboard.counts, {})).body.this_year_validated_only_count
  for (const figure of [await asked('list'), await asked('counts')]) expect(figure % 1000).toBe(0)
  expect(await asked('list')).toBeGreaterThan(0)
})
