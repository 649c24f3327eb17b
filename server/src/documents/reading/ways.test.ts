import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ListQuery, SORT_KEYS } from '#contract/document-rows.ts'
import { PUBLIC_URL, SECRET_KEY, type World } from '../../../test/world.ts'
import { allOf } from '../finding/among.ts'
import { findIn } from '../finding/find-in.ts'
import { inDepartments } from '../finding/matching.ts'
import { placesOf } from '../finding/places.ts'
import { toldOf } from '../finding/told.ts'
import { createArchive, plainly } from './fixtures/archive.ts'
import { SORT_COLUMN, walked } from './list.ts'

const DOCUMENTS = 1_500

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET invoice_number = 'Xé-' || contract_number || '-' || id
    WHERE sender_store_code = 'PEN01' AND contract_number LIKE 'CT-%0'`.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
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
const departments = fc.constantFrom<object>({}, {}, { sender_store_code: 'PEN01' })
const orders = fc.record({
  sort_by: fc.constantFrom('', ...SORT_KEYS),
  sort_order: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.constantFrom(1, 1, 3),
})
const queries = fc
  .tuple(texts, types, states, days, departments, orders)
  .map((parts) => Object.assign({ page_size: '20' }, ...parts))

test('each way to look for documents leads to the same page', async () => {
  const { db, clock } = world
  const ways = { found: 0, apart: 0 }
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
      const seen = {
        ...{ db, caller: await world.callerOf(who), now: clock.now() },
        ...{ secret_key: SECRET_KEY, public_url: PUBLIC_URL },
      }
      const { caller, filters } = inDepartments(seen.caller, given)
      const by = { ...seen, caller }
      const column = SORT_COLUMN[sort_by]
      const seeking = { ...by, filters, column, told: await toldOf(by, filters) }
      const wanted = { sort_order, page, page_size, filters: given }
      const plain = await plainly(world, who, query)
      for (const place of placesOf(seeking)) {
        ways.found += 1
        const all = await findIn(place, seeking, wanted, { limit: DOCUMENTS })
        expect(all).toEqual({ n: plain.count, ids: plain.ids })
        if (column === 'invoice_date') continue
        for (const among of [allOf(place), place.among]) {
          if (!among) continue
          ways.apart += 1
          const ids = walked(seen, { ...wanted, among }, column)
          const { rows } = await sql<{ id: string }>`SELECT id FROM unnest(${ids}) AS id`.execute(db)
          expect(rows.map(({ id }) => id).toSorted()).toEqual(plain.ids.toSorted())
        }
      }
    }),
    { numRuns: 150, seed: 14 },
  )
  expect(ways.found).toBeGreaterThan(300)
  expect(ways.apart).toBeGreaterThan(100)
})
