import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ListQuery, SORT_KEYS } from '#contract/document-rows.ts'
import { PUBLIC_URL, SECRET_KEY, type World } from '../../../test/world.ts'
import { offsetOf } from '../../platform/lists/paging.ts'
import { type Among, allOf } from '../finding/among.ts'
import { countIn, findIn } from '../finding/find-in.ts'
import { type By, inDepartments, type MatchFilters, UNFILTERED } from '../finding/matching.ts'
import { pageFarByLane } from '../finding/orders/page-far-by-lane.ts'
import { placesOf } from '../finding/places/places.ts'
import { toldOf } from '../finding/told.ts'
import { createArchive, inOrder, plainly } from './fixtures/archive.ts'
import { SORT_COLUMN, walked } from './list.ts'

const DOCUMENTS = 1_500

let world: World
let never_submitted: Set<string>

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET invoice_number = 'Xé-' || contract_number || '-' || id
    WHERE sender_store_code = 'PEN01' AND contract_number LIKE 'CT-%0'`.execute(world.db)
  await sql`UPDATE documents SET authority_uuid = 'A' || id
    WHERE status = 'User Cancelled' AND contract_number LIKE 'CT-%5'`.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
  const never = sql<{ id: string }>`SELECT id FROM documents WHERE submitted_at IS NULL`
  never_submitted = new Set((await never.execute(world.db)).rows.map(({ id }) => id))
})

const texts = fc.constantFrom<object>(
  ...[
    {},
    {},
    { buyer_name: 'Buyer 7' },
    { buyer_tin_no: 'c1' },
    { buyer_email: 'akaun1' },
    { lhdn_uuid: 'a1' },
  ],
  ...[{ buyer_id_no: '20197', buyer_email: '7@' }, { agent_code: 'AG-' }, { contract_number: 'CT-1' }],
  ...[{ contract_number: '7' }, { invoice_number: '-0001' }, { search: 'buyer 8' }, { search: 'ab' }],
  ...[{ search: 'x' }, { invoice_number: 'X' }, { invoice_number: '-' }, { search: 'É' }, { search: 'y' }],
  ...[
    { buyer_name: 'uyer', agent_code: 'g-4', contract_number: 'ct' },
    { search: '2026-', lhdn_uuid: 'A' },
  ],
)
const types = fc.constantFrom<object>(
  ...[
    {},
    { invoice_type: '02' },
    { invoice_type: '02,02' },
    { document_type: 'SB' },
    { document_type: '02' },
  ],
  ...[{ document_type: 'SB,11' }, { document_type: 'Credit Note', invoice_type: '02,01' }],
)
const states = fc.constantFrom<object>(
  ...[{}, { status: 'Validated' }, { status: 'OnHold' }, { status: 'Failed,Invalid' }],
  ...[{ status: 'LHDN Submission' }, { status: 'Validated,Validated' }],
)
const days = fc.constantFrom<object>({}, {}, { dateStart: '2026-01-29' }, { dateEnd: '2026-02-15' })
const environments = fc.constantFrom<object>(
  {},
  {},
  {},
  { environment: 'prod' },
  { environment: 'prod,preprod' },
)
const departments = fc.constantFrom<object>({}, {}, { sender_store_code: 'PEN01' })
const orders = fc.record({
  sort_by: fc.constantFrom('', ...SORT_KEYS),
  sort_order: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.constantFrom(1, 1, 3),
})
const seenBy = async (who: 'aminah' | 'devi') => ({
  ...{ db: world.db, caller: await world.callerOf(who), now: world.clock.now() },
  ...{ secret_key: SECRET_KEY, public_url: PUBLIC_URL },
})

const idsOf = async (ids: RawBuilder<unknown> | undefined) => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM unnest(${ids}) AS id`.execute(world.db)
  return rows.map(({ id }) => id)
}

const queries = fc
  .tuple(texts, types, states, days, environments, departments, orders)
  .map((parts) => Object.assign({ page_size: '20' }, ...parts))

test('each way to look for documents leads to the same page', async () => {
  const ways = { found: 0, apart: 0, others: 0 }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('aminah' as const, 'devi' as const), queries, async (who, query) => {
      const {
        sort_by = 'invoice_date',
        sort_order,
        page,
        page_size,
        count: _,
        ...given
      } = ListQuery.parse(query)
      const seen = await seenBy(who)
      const { caller, filters } = inDepartments(seen.caller, given)
      const by = { ...seen, caller }
      const column = SORT_COLUMN[sort_by]
      const seeking = { ...by, filters, column, told: await toldOf(by, filters) }
      const wanted = { sort_order, offset: offsetOf({ page, page_size }), page_size, filters: given }
      const plain = await plainly(world, who, query)
      for (const place of placesOf(seeking)) {
        ways.found += 1
        if (place.others) {
          const { among, candidates } = place.others
          const { rows } = await sql<{
            n: number
          }>`SELECT count(*)::int AS n FROM (${among.ids}) AS each`.execute(world.db)
          expect(rows[0]?.n).toBe(candidates)
        }
        const all = await findIn(place, seeking, wanted, { limit: DOCUMENTS })
        expect(all).toEqual({ n: plain.count, ids: plain.ids })
        expect(await countIn(place, seeking)).toBe(plain.count)
        if (column === 'invoice_date') continue
        const hashed = place.others && { ...place.others.among, placed: undefined }
        for (const among of [allOf(place), place.among, hashed]) {
          if (!among) continue
          ways[among.others ? 'others' : 'apart'] += 1
          expect((await idsOf(walked(seen, { ...wanted, among }, column))).toSorted()).toEqual(
            plain.ids.toSorted(),
          )
        }
      }
    }),
    { numRuns: 150, seed: 14 },
  )
  expect(ways.found).toBeGreaterThan(300)
  expect(ways.apart).toBeGreaterThan(100)
  expect(ways.others).toBeGreaterThan(50)
})

/** Orders of documents that counters know, with pages that lie somewhere in them. */
const far = fc.record({
  given: fc.tuple(types, states, days, environments, departments).map((parts) => Object.assign({}, ...parts)),
  sort_by: fc.constantFrom(
    ...SORT_KEYS.filter((key) => key !== 'invoice_date'),
    ...(['submission_date', 'submission_date', 'status'] as const),
  ),
  sort_order: fc.constantFrom('asc' as const, 'desc' as const),
  /** Where of all it begins, and where those lie before which it is counted: shares of all. */
  at: fc.nat(99).map((n) => n / 100),
  counted_at: fc.array(fc.nat(99), { minLength: 1, maxLength: 8 }).map((each) => each.map((n) => n / 100)),
  from_end: fc.boolean(),
})

/** Whom to tell apart from those that are asked for: by their ids, and by where in the order they stand. */
const othersOf = async (seen: By, given: MatchFilters, column: string): Promise<Among[]> => {
  const { caller, filters } = inDepartments(seen.caller, given)
  const by = { ...seen, caller }
  const places = placesOf({ ...by, filters, column, told: await toldOf(by, filters) })
  return places.flatMap(({ others }) =>
    others ? [{ ...others.among, placed: undefined }, ...(others.among.placed ? [others.among] : [])] : [],
  )
}

test('a page far in an order is the same one, or none if never submitted, wherever it is looked for', async () => {
  const ways = { by_lane: 0, told: 0, not_told: 0, placed: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('aminah' as const, 'devi' as const),
      far,
      async (who, { given, sort_by, sort_order, at, counted_at, from_end }) => {
        const query = { ...given, sort_by, sort_order }
        const { sort_by: _, sort_order: __, count, page, page_size: ___, ...filters } = ListQuery.parse(query)
        const column = SORT_COLUMN[sort_by]
        const never = column === 'submitted_at' ? never_submitted : new Set()
        const by = await seenBy(who)
        const all = await inOrder(world, who, query)
        const n = all.length
        const page_size = 10
        const offset = Math.floor(at * n)
        const plain = all.slice(offset, offset + page_size)
        const wanted = { offset, page_size, sort_order, filters }
        if (column === 'sender_store_code' || column === 'status') {
          const ids = await pageFarByLane(by, wanted, column)
          ways.by_lane += ids ? 1 : 0
          if (ids) expect(ids).toEqual(plain)
          return
        }
        const submitted = all.filter((id) => !never.has(id))
        const pivots = counted_at
          .map((share) => submitted[Math.floor(share * submitted.length)])
          .filter((id) => id !== undefined)
        if (pivots.length === 0) return
        const counted = from_end ? sql<string>`(SELECT ${n}::int)` : undefined
        // One of them may be gone by then.
        const bounded = { ...wanted, counted, pivots: [...pivots, randomUUID()] }
        for (const among of [undefined, ...(await othersOf(by, filters, column))]) {
          const ids = await idsOf(walked(by, { ...bounded, among }, column))
          const is_told = ids.length === plain.length
          ways[among?.placed ? 'placed' : is_told ? 'told' : 'not_told'] += 1
          if (is_told) expect(ids.toSorted()).toEqual(plain.toSorted())
          else expect(plain.some((id) => never.has(id))).toBe(true)
        }
      },
    ),
    { numRuns: 300, seed: 15 },
  )
  expect(Math.min(ways.by_lane, ways.told, ways.placed)).toBeGreaterThan(10)
  expect(ways.not_told).toBeGreaterThan(0)
})

test('by status it is told only where all that have one are asked for', async () => {
  const query = { status: 'LHDN Submission', sort_by: 'status', sort_order: 'asc' } as const
  const { count, page, sort_by, sort_order, ...filters } = ListQuery.parse(query)
  const all = await inOrder(world, 'devi', query)
  const told: boolean[] = []
  for (let offset = 0; offset < all.length; offset += 50) {
    const ids = await pageFarByLane(
      await seenBy('devi'),
      { offset, page_size: 50, sort_order, filters },
      'status',
    )
    told.push(ids !== undefined)
    if (ids) expect(ids).toEqual(all.slice(offset, offset + 50))
  }
  expect(new Set(told)).toEqual(new Set([true, false]))
})

test('more than a table of ids may hold are told apart whole, or not at all', async () => {
  const by = await seenBy('devi')
  const all = await inOrder(world, 'devi', { sort_by: 'source' })
  const wanted = { offset: 0, page_size: 10, sort_order: 'desc' as const, filters: UNFILTERED }
  const many = sql`SELECT gen_random_uuid() AS id FROM generate_series(1, 220000)`
  const ids = sql`${many} UNION ALL SELECT id FROM documents`
  const among = { ids, left: UNFILTERED }
  expect(await idsOf(walked(by, { ...wanted, among }, 'source'))).toEqual(all.slice(0, 10))
  expect(await idsOf(walked(by, { ...wanted, among: { ...among, others: true } }, 'source'))).toEqual([])
})
