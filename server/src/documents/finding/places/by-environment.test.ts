import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { readingOf } from '../../../../test/plan.ts'
import type { World } from '../../../../test/world.ts'
import { createArchive, plainly } from '../../reading/fixtures/archive.ts'
import { leastOf } from '../least.ts'
import { UNFILTERED } from '../matching.ts'
import { queryOf } from '../sought.ts'
import { toldOf } from '../told.ts'
import { byEnvironment } from './by-environment.ts'
import { placesOf } from './places.ts'

const DOCUMENTS = 15_000
const BY_TOTAL = { sort_by: 'total_payable_amount', sort_order: 'asc' } as const

let world: World

/** Trials of October, and a real one among them; all later is real. */
beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET environment =
    CASE WHEN invoice_date < '2025-11-01' AND contract_number <> 'CT-7' THEN 'preprod' ELSE 'prod' END`.execute(
    world.db,
  )
  await sql`VACUUM ANALYZE`.execute(world.db)
})

test('trials are looked for in the months that have any, whatever they are sorted by', async () => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, environment: ['simulator', 'preprod'] }
  const seeking = { ...by, filters, column: 'total_payable_amount', told: await toldOf(by, filters) }
  const place = byEnvironment(seeking)
  expect(place.candidates).toBeLessThan(DOCUMENTS / 10)
  expect(leastOf(seeking, placesOf(seeking)).candidates).toBe(place.candidates)
  const [part = sql``] = place.parts.map((one) => queryOf(one))
  const { scans, read } = await readingOf(world.db, sql`SELECT * FROM (${part}) AS found`, 'documents')
  expect(scans).not.toContain('Seq Scan')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(place.candidates * 1.1)
})

test.each(['simulator,preprod', 'prod', 'prod,preprod', 'nowhere'])(
  'a list of %s has the rows of such a page',
  async (environment) => {
    for (const page of ['1', '3'])
      for (const more of [{}, { dateStart: '2025-10-25', dateEnd: '2025-11-20' }, { status: 'Validated' }]) {
        const asked = { ...BY_TOTAL, ...more, environment, page }
        const { body } = await world.as('devi').call(documents.list, { query: asked })
        expect({ ids: body.results.map(({ uuid }) => uuid), count: body.count }).toEqual(
          await plainly(world, 'devi', asked),
        )
      }
  },
)
