import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { scansOf } from '../../../test/plan.ts'
import type { World } from '../../../test/world.ts'
import { createArchive, inOrder } from '../reading/fixtures/archive.ts'
import { type MatchFilters, UNFILTERED } from './matching.ts'
import { isOfNumbers, pageOfNumbers } from './page-of-numbers.ts'
import { toldOf } from './told.ts'

const DOCUMENTS = 6_000

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const ORDERS = ['asc', 'desc'] as const

const pageOf = async (who: 'aminah' | 'devi', asked: Partial<MatchFilters>, at: object) => {
  const by = { db: world.db, caller: await world.callerOf(who), now: world.clock.now() }
  const filters = { ...UNFILTERED, ...asked }
  const page = { offset: 0, page_size: 20, sort_order: 'desc' as 'asc' | 'desc', filters, ...at }
  const seeking = { ...by, filters, told: await toldOf(by, filters), column: 'submitted_at' }
  expect(isOfNumbers(seeking, page)).toBe(true)
  const lists = { status: filters.status.join(), invoice_type: filters.invoice_type.join() }
  const { sort_order, offset, page_size } = page
  const plain = await inOrder(world, who, { ...asked, ...lists, sort_by: 'submission_date', sort_order })
  return { seeking, page, plain: plain.slice(offset, offset + page_size), n: plain.length }
}

test.each<Partial<MatchFilters>>([
  { invoice_number: '2025' },
  { invoice_number: '-00' },
  { invoice_number: '-0', status: ['Validated'], dateEnd: '2026-02-01' },
  { invoice_number: '2026', status: ['LHDN Submission'], buyer_name: 'uyer', invoice_type: ['01'] },
])('numbers by submission are those of the plain query, however late it was: %o', async (asked) => {
  for (const who of ['aminah', 'devi'] as const)
    for (const sort_order of ORDERS)
      for (const offset of [0, 40, 61]) {
        const { seeking, page, plain } = await pageOf(who, asked, { sort_order, offset })
        expect(plain).toHaveLength(20)
        expect(await pageOfNumbers(seeking, page)).toEqual(plain)
      }
})

test.each(['Pending Approval', 'OnHold', 'Failed', 'Waiting Over a Day'])(
  'what LHDN never had is not found so: %s',
  (status) => {
    const filters = { ...UNFILTERED, invoice_number: '-0', status: [status] } as MatchFilters
    const page = { offset: 0, page_size: 20, sort_order: 'desc' as const, filters }
    const seeking = { filters, column: 'submitted_at' } as Parameters<typeof isOfNumbers>[0]
    expect(isOfNumbers(seeking, page)).toBe(false)
  },
)

test('where fewer were submitted nothing is told', async () => {
  const asked = { invoice_number: '00012' }
  const { seeking, page, n } = await pageOf('devi', asked, { page_size: 200 })
  expect(n).toBeGreaterThan(0)
  expect(await pageOfNumbers(seeking, page)).toBe(undefined)
})

test('of what is submitted as it is dated few are looked at', async () => {
  await sql`UPDATE documents SET submitted_at = invoice_date + interval '1 day' * (1 + ascii(id::text) % 3)
    WHERE submitted_at IS NOT NULL`.execute(world.db)
  await sql`VACUUM ANALYZE documents`.execute(world.db)
  for (const sort_order of ORDERS) {
    const { seeking, page, plain } = await pageOf('devi', { invoice_number: '2025' }, { sort_order })
    const scans = await scansOf(world.db, 'documents', async (db) => {
      expect(await pageOfNumbers({ ...seeking, db }, page)).toEqual(plain)
    })
    const by_id = scans.filter(({ entered }) => entered.startsWith('(id ='))
    expect(by_id.length).toBeGreaterThan(0)
    for (const { scan, read, text } of scans) {
      expect(scan, text).not.toBe('Seq Scan')
      if (scan !== 'Index Only Scan') expect(read, text).toBeLessThan(DOCUMENTS / 10)
    }
  }
})
