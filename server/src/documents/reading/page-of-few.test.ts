import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ListQuery, SORT_KEYS } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { scansOf } from '../../../test/plan.ts'
import { PUBLIC_URL, SECRET_KEY, type Who, type World } from '../../../test/world.ts'
import { forgetParties } from '../counting/forget-parties.ts'
import { recount } from '../counting/recount.job.ts'
import { FOUND_MAX } from '../finding/orders/pages.ts'
import { createArchive, plainly } from './fixtures/archive.ts'
import { listDocuments } from './list.ts'
import { COUNTED_MAX, countReported } from './report.ts'

/** More than are found before they are sorted. */
const DOCUMENTS = 15_000

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  // Most numbers have what is in the name of this buyer, whose documents are older.
  await sql`UPDATE documents SET buyer_name = 'Kedai Buyer 2026-' WHERE contract_number = 'CT-3'`.execute(
    world.db,
  )
  await recount(world)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const listed = async (who: Who, query: object) => {
  const { body } = await world.as(who).call(documents.list, { query })
  return { ids: body.results.map(({ uuid }) => uuid), count: body.count, more: body.more }
}

const texts = fc.constantFrom<object>(
  ...[{ buyer_name: 'Buyer 7' }, { buyer_name: 'uyer' }, { buyer_name: '%' }, { buyer_name: 'nobody' }],
  ...[{ buyer_tin_no: 'c10' }, { buyer_id_no: '20197' }, { buyer_email: 'akaun7@' }],
  ...[{ buyer_name: 'buyer 1', buyer_email: 'akaun1@', buyer_tin_no: '0' }, { invoice_number: 'ab' }],
  ...[{ contract_number: 'CT-1' }, { agent_code: 'AG-' }, { agent_code: 'ag-4', buyer_name: 'r 3' }],
  ...[{ agent_code: 'g-4' }, { agent_code: '-' }, { agent_code: 'ag-', contract_number: 'ct-6' }],
  ...[{ lhdn_uuid: 'a1' }, { lhdn_uuid: 'A' }, { search: 'buyer 80' }, { search: '12' }, { search: 'A' }],
  ...[
    { buyer_email: '@' },
    { invoice_number: '-', contract_number: 'ct-' },
    { search: 'er 1' },
    { buyer_name: 'er' },
  ],
  ...[{ invoice_number: 'm-2025' }, { search: '2025-' }, { search: '0000' }, { invoice_number: '00007' }],
  ...[{ search: 'M-2025-000012' }, { invoice_number: '2025-', contract_number: 'ct-6' }, { search: '000' }],
)
const others = fc.constantFrom<object>(
  ...[
    {},
    {},
    { status: 'Validated' },
    { status: 'OnHold' },
    { status: 'Failed,Invalid' },
    { invoice_type: '02' },
  ],
  ...[{ document_type: 'SB' }, { status: 'LHDN Submission' }, { dateStart: '2026-01-29' }, { status: 'All' }],
  ...[{ sender_store_code: 'PEN01' }, { dateEnd: '2025-11-29', invoice_type: '01' }, { status: 'Nonsense' }],
  ...[{ status: 'Waiting Over a Day' }, { status: 'Rejection Requested,OnHold' }],
  ...[
    { status: 'Invalid', invoice_type: '02' },
    { status: 'Validated', document_type: 'SB' },
  ],
  ...[
    { document_type: 'SB', invoice_type: '01' },
    { document_type: 'SB,01', status: 'LHDN Submission' },
  ],
)
const orders = fc.record({
  sort_by: fc.constantFrom('', ...SORT_KEYS),
  sort_order: fc.constantFrom('asc', 'desc'),
  page: fc.constantFrom(1, 1, 2, 5, 40, 600),
})

const expectSame = async (who: 'aminah' | 'ezra' | 'devi', query: object) => {
  const { ids, count } = await plainly(world, who, query)
  const more = count > FOUND_MAX
  expect(await listed(who, query)).toEqual({ ids, count: Math.min(count, FOUND_MAX), more })
  return more
}

test('whatever is looked for, beside any filter, in any order: the page that anybody would have sorted', async () => {
  const who = fc.constantFrom('aminah' as const, 'ezra' as const, 'devi' as const)
  await fc.assert(
    fc.asyncProperty(who, texts, others, orders, async (who, text, other, order) => {
      await expectSame(who, { ...text, ...other, ...order, page_size: '20' })
    }),
    { numRuns: 100, seed: 14 },
  )
})

/** That of most documents. */
const [COMMON_STATUS] = STATUSES.slice(6)

test('so it is where more are found than are sorted', async () => {
  const wide = fc.constantFrom<object>(
    ...[{ buyer_name: 'uyer' }, { contract_number: 'ct-' }, { search: '-' }, { invoice_number: '-' }],
    ...[{ invoice_number: '2026-' }, { search: '2026-' }, { search: '-00', dateStart: '2025-10-25' }],
    ...[
      { search: 'er', status: COMMON_STATUS },
      { invoice_number: '-', status: COMMON_STATUS },
    ],
    { buyer_name: 'er', dateStart: '2025-10-25' },
  )
  await fc.assert(
    fc.asyncProperty(wide, orders, async (text, order) => {
      expect(await expectSame('devi', { ...text, ...order, page_size: '20' })).toBe(true)
    }),
    { numRuns: 60, seed: 14 },
  )
})

test('what waits long is found beside the validated of a buyer', async () => {
  const day_ago = new Date(world.clock.now().getTime() - 2 * DAY_MS)
  const waiting = sql`status = 'Pending Approval' AND buyer_name = 'Buyer 7'`
  const { rows } =
    await sql`UPDATE documents SET modified_at = ${day_ago} WHERE ${waiting} RETURNING id`.execute(world.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const status of ['Validated,Waiting Over a Day', 'Waiting Over a Day'])
    await expectSame('aminah', { buyer_name: 'Buyer 7', status, page_size: '20' })
})

test('a buyer who is looked for twice is one with both names', async () => {
  for (const other of [{}, { status: 'Validated' }, { status: 'LHDN Submission' }]) {
    for (const buyer_name of ['uyer 1', 'uyer 7'])
      await expectSame('devi', { search: 'Buyer 77', buyer_name, ...other, page_size: '20' })
  }
})

test('so it is of a state, a type or days that many have, in any order', async () => {
  const status = COMMON_STATUS
  const wide = fc.constantFrom<object>(
    ...[{ status }, { status, dateEnd: '2026-12-31' }, { dateStart: '2025-10-25' }, { invoice_type: '01' }],
    ...[
      { status: `${status},OnHold`, invoice_type: '01' },
      { invoice_type: '01', dateStart: '2025-10-22' },
    ],
  )
  await fc.assert(
    fc.asyncProperty(wide, orders, async (narrowed, order) => {
      const query = { ...narrowed, ...order, page_size: '20' }
      const { ids, count } = await plainly(world, 'devi', query)
      expect(count).toBeGreaterThan(FOUND_MAX)
      expect(await listed('devi', query)).toEqual({ ids, count, more: false })
    }),
    { numRuns: 40, seed: 14 },
  )
})

test('the whole count is told to whoever asks for it, and the pages go on', async () => {
  const many = { buyer_name: 'buyer', page_size: '200', page: FOUND_MAX / 200 }
  const { body } = await world.as('devi').call(documents.list, { query: many })
  expect([body.count, body.more]).toEqual([FOUND_MAX, true])
  expect(new URL(body.next ?? '').searchParams.get('page')).toBe(String(FOUND_MAX / 200 + 1))
  const { count, more } = await listed('devi', { ...many, count: 'exact' })
  expect([count, more]).toEqual([DOCUMENTS, false])
})

test.each([
  { buyer_name: 'uyer' },
  { invoice_number: '2026' },
  { search: '-' },
  { agent_code: 'AG', sort_by: 'total_payable_amount' },
  { buyer_name: 'uyer', status: 'Validated', sort_by: 'customer.name', page: 30 },
])('all of what many have is counted where it is found: %o', async (text) => {
  const asked = { ...text, page_size: '200', count: 'exact' }
  const query = ListQuery.parse(asked)
  for (const who of ['aminah', 'devi'] as const) {
    const by = { caller: await world.callerOf(who), now: world.clock.now(), secret_key: SECRET_KEY }
    const scans = await scansOf(world.db, 'documents', async (db) => {
      const { count, more, results } = await listDocuments({ ...by, db, public_url: PUBLIC_URL }, query)
      const plain = await plainly(world, who, asked)
      expect({ count, more, ids: results.map(({ uuid }) => uuid) }).toEqual({ ...plain, more: false })
    })
    expect(scans.length).toBeGreaterThan(0)
    // Of those that no index tells all of, the ones on the page.
    for (const { read, text: sent } of scans.filter(({ scan }) => scan !== 'Index Only Scan'))
      expect(read, sent).toBeLessThanOrEqual(200)
  }
})

test.each(['asc', 'desc'] as const)(
  'numbers that many have are found by submission: %s',
  async (sort_order) => {
    for (const page of ['1', '7', '900']) {
      const query = { invoice_number: '-0', sort_by: 'submission_date', sort_order, page, page_size: '10' }
      const { ids, count } = await plainly(world, 'devi', query)
      expect(count).toBeGreaterThan(FOUND_MAX)
      expect(await listed('devi', query)).toEqual({ ids, count: FOUND_MAX, more: true })
    }
  },
)

test('the page before one beyond what is counted is the one before', async () => {
  const pageBefore = async (page: number) => {
    const query = { buyer_name: 'buyer', page_size: 200, page }
    const { body } = await world.as('devi').call(documents.list, { query })
    expect(body.more).toBe(true)
    return Number(new URL(body.previous ?? '').searchParams.get('page'))
  }
  const last_counted = FOUND_MAX / 200
  expect(await pageBefore(last_counted + 5)).toBe(last_counted + 4)
  expect(await pageBefore(last_counted)).toBe(last_counted - 1)
  // No page is there: the last of which it is known that it is.
  expect(await pageBefore(DOCUMENTS)).toBe(last_counted)
})

test('a buyer that an edit renames is found by the new name, and by the old one no longer', async () => {
  const first = sql`(SELECT min(id::text)::uuid FROM documents)`
  await sql`UPDATE documents SET buyer_name = 'Kedai Baharu' WHERE id = ${first}`.execute(world.db)
  expect((await listed('devi', { buyer_name: 'baharu' })).count).toBe(1)
  await sql`UPDATE documents SET buyer_name = 'Kedai Lain' WHERE buyer_name = 'Kedai Baharu'`.execute(
    world.db,
  )
  expect((await listed('devi', { buyer_name: 'baharu' })).count).toBe(0)
  expect((await listed('devi', { search: 'kedai lain' })).count).toBe(1)
})

test.each([
  { filter: 'buyer_name', column: 'buyer_name', table: 'document_buyers', usual: 'Buyer 5' },
  { filter: 'agent_code', column: 'agent_number', table: 'document_agents', usual: 'AG-5' },
])(
  'who is named by no document is forgotten two nights later, unless one does again: $filter',
  async (given) => {
    const { filter, usual } = given
    const [column, table] = [sql.ref(given.column), sql.table(given.table)]
    const name = 'Sementara'
    const rename = (from: string, to: string) =>
      sql`UPDATE documents SET ${column} = ${to} WHERE id = (SELECT min(id::text)::uuid FROM documents
      WHERE ${column} = ${from})`.execute(world.db)
    const night = async () => {
      await forgetParties({ db: world.db, now: world.clock.now() })
      world.clock.advance(DAY_MS)
    }
    const known = async () => {
      const { rows } = await sql`SELECT FROM ${table} WHERE ${column} = ${name}`.execute(world.db)
      return rows.length
    }
    await rename(usual, name)
    await rename(name, usual)
    await night()
    expect(await known()).toBe(1)
    await rename(usual, name)
    await night()
    await night()
    expect((await listed('devi', { [filter]: 'sementara' })).count).toBe(1)
    await rename(name, usual)
    await night()
    await night()
    expect(await known()).toBe(0)
  },
)

describe('of a large archive', () => {
  test('parties are forgotten some at once', async () => {
    const scans = await scansOf(world.db, 'document_buyers', (db) =>
      forgetParties({ db, now: world.clock.now() }, 100),
    )
    expect(scans.length).toBeGreaterThan(0)
    expect(Math.max(...scans.map(({ read }) => read))).toBeLessThanOrEqual(100)
  })

  test('what a report will have is counted no further than it is few', async () => {
    const by = { caller: await world.callerOf('devi'), now: world.clock.now() }
    const counted = (given: object) => {
      const reported = { filters: ListQuery.parse(given), few: undefined }
      return (db: World['db']) => countReported({ ...by, db }, reported)
    }
    expect(await counted({ buyer_name: 'buyer' })(world.db)).toBeUndefined()
    expect(await counted({ buyer_name: 'Buyer 77' })(world.db)).toBeGreaterThan(0)
    expect(await counted({ invoice_type: '01' })(world.db)).toBeGreaterThan(COUNTED_MAX)
    const scans = await scansOf(world.db, 'documents', counted({ buyer_name: 'e' }))
    expect(scans.length).toBeGreaterThan(0)
    expect(Math.max(...scans.map(({ read }) => read))).toBeLessThan(DOCUMENTS)
  })

  test('nothing is looked for where the counters know that there is none', async () => {
    const by = { caller: await world.callerOf('devi'), now: world.clock.now() }
    for (const none of [{ invoice_type: '14' }, { invoice_type: '01', document_type: 'SB' }]) {
      const query = ListQuery.parse({ ...none, search: 'buyer', sort_by: 'submission_date' })
      const scans = await scansOf(world.db, 'document_orders', (db) =>
        listDocuments({ ...by, db, secret_key: SECRET_KEY, public_url: PUBLIC_URL }, query),
      )
      // What is told by a sample.
      expect(scans).toHaveLength(1)
      expect(await listed('devi', { ...none, search: 'buyer' })).toEqual({ ids: [], count: 0, more: false })
    }
  })

  test.each<[string, object]>([
    ['a number', { invoice_number: '13f' }],
    ['a number searched for', { search: 'M-2025-000013' }],
    ['a rare buyer', { buyer_name: 'Buyer 77' }],
    ['a TIN', { buyer_tin_no: 'C770' }],
    ['an identity number', { buyer_id_no: '201977' }],
    ['an agent', { agent_code: 'AG-4', status: 'Validated', dateStart: '2026-04-19' }],
    ['a UUID', { lhdn_uuid: 'A1A' }],
    [
      'a rare type by total',
      { invoice_type: '02', sort_by: 'total_payable_amount', sender_store_code: 'PEN01' },
    ],
    ['a rare status by buyer', { status: 'OnHold', sort_by: 'customer.name' }],
    ['what was submitted last', { sort_by: 'submission_date' }],
    ['what was submitted first', { sort_by: 'submission_date', sort_order: 'asc' }],
  ])('%s is found without looking at the others', async (_, given) => {
    for (const who of ['aminah', 'devi'] as const) {
      const caller = await world.callerOf(who)
      const by = { caller, now: world.clock.now(), secret_key: SECRET_KEY, public_url: PUBLIC_URL }
      const scans = await scansOf(world.db, 'documents', (db) =>
        listDocuments({ ...by, db }, ListQuery.parse(given)),
      )
      expect(scans.length).toBeGreaterThan(0)
      for (const { scan, read, text } of scans) {
        expect(scan, text).not.toBe('Seq Scan')
        expect(read, text).toBeLessThan(1_000)
      }
    }
  })
})
