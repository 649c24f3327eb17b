import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ListQuery, SORT_KEYS } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import { scansOf } from '../../../test/plan.ts'
import { PUBLIC_URL, SECRET_KEY, type Who, type World } from '../../../test/world.ts'
import { foldChanges } from '../counting/fold.job.ts'
import { addArchive, createArchive, plainly } from './fixtures/archive.ts'
import { listDocuments } from './list.ts'

const DOCUMENTS = 5_000

/** By what `document_orders` has an index for. */
const KEPT = new Set<string>(
  SORT_KEYS.filter(
    (key) => !['invoice_date', 'sender_store_code', 'status', 'submission_date'].includes(key),
  ),
)

let world: World

/** Half a year of three departments, of which one is quiet, and days on which much and little was made. */
beforeAll(async () => {
  world = await createArchive(DOCUMENTS / 2)
  await foldChanges(world)
  await addArchive(world.db, DOCUMENTS / 2)
  await sql`VACUUM ANALYZE documents`.execute(world.db)
})

const listed = async (who: Who, query: object) => {
  const { body } = await world.as(who).call(documents.list, { query })
  return { ids: body.results.map(({ uuid }) => uuid), count: body.count }
}

/** Mostly wide ones: a deep page is empty otherwise. */
const filters = fc.constantFrom<object>(
  ...[
    {},
    {},
    { status: 'Validated' },
    { status: 'In Progress' },
    { status: 'Failed,Invalid' },
    { status: 'All' },
  ],
  ...[{ status: 'LHDN Submission' }, { status: 'No such status' }, { dateStart: '2025-11-01' }],
  ...[{ dateStart: '2025-12-15', dateEnd: '2026-03-02' }, { dateEnd: '2026-02-28' }, { invoice_type: '01' }],
  ...[{ invoice_type: '02,11' }, { sender_store_code: 'KUL01' }, { sender_store_code: 'PEN01,JHB01' }],
)
const query = fc
  .tuple(filters, filters, fc.constantFrom(1, 2, 7, 27, 40, 75, 120, 249), fc.constantFrom('asc', 'desc'))
  .map(([one, other, page, sort_order]) => ({ ...one, ...other, page, sort_order }))

test('every page is the one that sorting and counting all would give, whoever asks for what', async () => {
  const pages: number[] = []
  const who = fc.constantFrom('aminah' as const, 'ezra' as const, 'devi' as const)
  await fc.assert(
    fc.asyncProperty(who, query, async (who, query) => {
      const expected = await plainly(world, who, { ...query, page_size: '20' })
      expect(await listed(who, { ...query, page_size: '20' })).toEqual(expected)
      if (expected.ids.length > 0) pages.push(query.page)
    }),
    { numRuns: 100, seed: 14 },
  )
  // Those whose first row a counter found.
  expect(pages.filter((page) => page > 26).length).toBeGreaterThan(10)
})

test.each(SORT_KEYS)('so it is by %s, beside any filter', async (sort_by) => {
  const page = fc.constantFrom(1, 2, 9, 40, 60, 130, 200, 249)
  const who = fc.constantFrom('aminah' as const, 'devi' as const)
  await fc.assert(
    fc.asyncProperty(
      who,
      filters,
      page,
      fc.constantFrom('asc', 'desc'),
      async (who, given, page, sort_order) => {
        const query = { ...given, sort_by, sort_order, page, page_size: '20' }
        expect(await listed(who, query)).toEqual(await plainly(world, who, query))
      },
    ),
    { numRuns: 8, seed: 14 },
  )
})

test('page after page holds every row once', async () => {
  const seen: string[] = []
  const { count } = await listed('devi', {})
  for (let page = 1; page <= Math.ceil(count / 200); page++)
    seen.push(...(await listed('devi', { page, page_size: '200', sort_order: 'asc' })).ids)
  expect([seen.length, new Set(seen).size]).toEqual([count, count])
})

describe('of a large archive', () => {
  test.each([
    ['the first page', {}],
    ['the last page first', { sort_order: 'asc' }],
    ['a tab', { status: 'Validated' }],
    ['a rare tab', { status: 'Failed' }],
    ['a department', { sender_store_code: 'PEN01' }],
    ['a type', { invoice_type: '02' }],
    ['a type that there is not', { invoice_type: '14' }],
    ['LHDN Submission', { status: 'LHDN Submission' }],
    ['what is sorted by buyer', { sort_by: 'customer.name', sort_order: 'asc' }],
    ['what is sorted by total', { sort_by: 'total_payable_amount' }],
    ['what is sorted by department', { sort_by: 'sender_store_code' }],
    ['what is sorted by status', { sort_by: 'status', sort_order: 'asc' }],
    ['a rare tab that is sorted by source', { sort_by: 'source', status: 'OnHold' }],
    ['a page in the middle', { page: '60' }],
    ['a page in the middle of a tab', { page: '30', status: 'Validated' }],
    ['the last page', { page: String(DOCUMENTS / 50) }],
    ['past the last page', { page: String(DOCUMENTS), status: 'OnHold' }],
  ])('%s reads few rows, and counts none', async (_, given) => {
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

test.each(SORT_KEYS)('the last page by %s is read from the end', async (sort_by) => {
  const caller = await world.callerOf('devi')
  const by = { caller, now: world.clock.now(), secret_key: SECRET_KEY, public_url: PUBLIC_URL }
  const table = KEPT.has(sort_by) ? 'document_orders' : 'documents'
  for (const filter of [{}, { sender_store_code: 'KUL01,JHB01' }]) {
    const { count } = await listed('devi', filter)
    const query = { ...filter, sort_by, page: String(Math.ceil(count / 50)) }
    const scans = await scansOf(world.db, table, (db) => listDocuments({ ...by, db }, ListQuery.parse(query)))
    expect(scans.length).toBeGreaterThan(0)
    for (const { read, text } of scans) expect(read, text).toBeLessThan(1_000)
    expect(await listed('devi', query)).toEqual(await plainly(world, 'devi', query))
  }
})

test('of a day on which thousands were made no more is read than the page and what lies before it', async () => {
  await sql`UPDATE documents SET invoice_date = '2026-03-01' WHERE invoice_date > '2026-02-17'`.execute(
    world.db,
  )
  await sql`VACUUM ANALYZE documents`.execute(world.db)
  const caller = await world.callerOf('devi')
  const by = { caller, now: world.clock.now(), secret_key: SECRET_KEY, public_url: PUBLIC_URL }
  const query = { dateEnd: '2026-03-01', page: '12' }
  const scans = await scansOf(world.db, 'documents', (db) =>
    listDocuments({ ...by, db }, ListQuery.parse(query)),
  )
  expect(scans.length).toBeGreaterThan(0)
  for (const { read, text } of scans) expect(read, text).toBeLessThan(2 * 12 * 50 + 100)
  expect(await listed('devi', query)).toEqual(await plainly(world, 'devi', query))
})
