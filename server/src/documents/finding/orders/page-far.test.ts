import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { scansOf } from '../../../../test/plan.ts'
import type { World } from '../../../../test/world.ts'
import { addArchive, createArchive, inOrder, plainly } from '../../reading/fixtures/archive.ts'
import { UNFILTERED } from '../matching.ts'
import { byState } from '../places/by-state.ts'
import { toldOf } from '../told.ts'
import { pageFarIn } from './page-far.ts'

const DOCUMENTS = 16_000
const OFFSET = 7_000
/** As many as there are departments, or documents before which it is counted. */
const A_FEW = 20
const EXTENT = { matching: DOCUMENTS, everything: DOCUMENTS }

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  // As in most archives little waits or is on the way.
  await sql`UPDATE documents SET status = 'Invalid' WHERE right(id::text, 1) <> '0'
    AND status IN ('Pending Approval', 'Approved', 'Submitted', 'Outcome Unknown', 'OnHold')`.execute(
    world.db,
  )
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const far = (offset: number) => ({ offset, page_size: 50, sort_order: 'asc' as const, filters: UNFILTERED })

test.each([
  ['document_orders', 'total_payable_amount', [], 1],
  ['document_orders', 'source', [], 1],
  ['documents', 'submitted_at', [], 1],
  ['document_orders', 'total_payable_amount', ['01'], 0.84],
])('of %s by %s the index tells what lies before, and little more is sorted', async (...given) => {
  const [table, column, invoice_type, share] = given
  const by = { caller: await world.callerOf('devi'), now: world.clock.now() }
  const page = { ...far(OFFSET * share), filters: { ...UNFILTERED, invoice_type } }
  const extent = { ...EXTENT, matching: DOCUMENTS * share }
  const scans = await scansOf(world.db, table, async (db) => {
    expect(await pageFarIn({ ...by, db }, page, column, extent)).toHaveLength(50)
  })
  const of_page = scans.filter(({ text, read }) => text.includes('earliest') && read > A_FEW)
  expect([...new Set(of_page.map(({ scan }) => scan))]).toEqual(['Index Only Scan'])
  const readBy = (bound: string) =>
    of_page.filter(({ entered }) => entered.includes(bound)).reduce((sum, { read }) => sum + read, 0)
  const [sorted, passed] = [readBy('earliest'), readBy('pivots')]
  expect(Math.min(sorted, passed)).toBeGreaterThan(A_FEW)
  expect(passed).toBeLessThanOrEqual(OFFSET + DOCUMENTS / 5)
  expect(sorted).toBeLessThan(DOCUMENTS / 12)
})

test.each(['contract_number', 'total_payable_amount'])(
  'of the validated by %s nobody is read but around the page: the others are counted in an index of theirs',
  async (column) => {
    const by = { caller: await world.callerOf('devi'), now: world.clock.now() }
    const filters = { ...UNFILTERED, status: ['Validated'] }
    const page = { ...far(6_000), filters }
    const told = await toldOf({ ...by, db: world.db }, filters)
    const { others } = byState({ ...by, db: world.db, filters, column, told })
    const extent = { matching: told.counted, everything: told.everything }
    const read = async (table: string) => {
      const scans = await scansOf(world.db, table, async (db) => {
        expect(
          await pageFarIn({ ...by, db }, { ...page, among: others?.among }, column, extent),
        ).toHaveLength(50)
      })
      return scans.filter(({ text }) => text.includes('earliest'))
    }
    const [largest, ...less] = (await read('documents')).toSorted((one, other) => other.read - one.read)
    const candidates = others?.candidates ?? 0
    expect(largest?.scan).toBe('Index Only Scan')
    expect(largest?.read).toBeGreaterThan(candidates / 2)
    expect(largest?.read).toBeLessThanOrEqual(candidates)
    expect(less.reduce((sum, one) => sum + one.read, 0)).toBeLessThan(candidates / 2)
    const in_order = await read('document_orders')
    expect(new Set(in_order.filter((one) => one.read > A_FEW).map(({ scan }) => scan))).toEqual(
      new Set(['Index Only Scan']),
    )
  },
)

test('of what few match, or lies past the end, nothing is told', async () => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const of_few = { ...far(1_000), filters: { ...UNFILTERED, status: ['OnHold'] } }
  expect(await pageFarIn(by, of_few, 'source', EXTENT)).toBe(undefined)
  expect(await pageFarIn(by, far(2 * DOCUMENTS), 'source', EXTENT)).toBe(undefined)
})

test.each([
  ['by total', { sort_by: 'total_payable_amount' }],
  ['of the validated by total', { sort_by: 'total_payable_amount', status: 'Validated' }],
  ['of what LHDN has by buyer', { sort_by: 'customer.name', status: 'LHDN Submission' }],
  ['of a type by number', { sort_by: 'invoice_number', invoice_type: '01' }],
  ['by submission', { sort_by: 'submission_date' }],
  ['by status', { sort_by: 'status' }],
] as const)('so a list %s has the rows of such a page', async (_, query) => {
  for (const page of ['149', '151', '167'])
    for (const sort_order of ['asc', 'desc'] as const) {
      const asked = { ...query, sort_order, page }
      const { body } = await world.as('devi').call(documents.list, { query: asked })
      expect({ ids: body.results.map(({ uuid }) => uuid), count: body.count }).toEqual(
        await plainly(world, 'devi', asked),
      )
    }
})

test('who pages on asks for no sample again, and has the rows of the moment however old it is', async () => {
  const caller = await world.callerOf('devi')
  const column = 'total_payable_amount'
  const later = new Date(world.clock.now().getTime() + 11 * MINUTE_MS)
  const pages: { ids: string[] | undefined; plain: string[] }[] = []
  const scans = await scansOf(world.db, 'document_orders', async (db) => {
    const read = async (offset: number, now = world.clock.now()) => {
      const all = await inOrder(world, 'devi', { sort_by: column, sort_order: 'asc' })
      const ids = await pageFarIn({ db, caller, now }, far(offset), column, EXTENT)
      pages.push({ ids, plain: all.slice(offset, offset + 50) })
    }
    await read(OFFSET)
    await read(OFFSET + 50)
    const of_sample = sql`SELECT id FROM documents ORDER BY id LIMIT 60`
    await sql`DELETE FROM documents WHERE id IN (SELECT id FROM (${of_sample}) AS s ORDER BY id LIMIT 30)`.execute(
      world.db,
    )
    await sql`UPDATE documents SET total_payable_amount = 976 - total_payable_amount
      WHERE id IN (${of_sample})`.execute(world.db)
    await addArchive(world.db, 100)
    await read(OFFSET)
    await read(OFFSET + 300)
    await read(OFFSET, later)
  })
  for (const { ids, plain } of pages) expect(ids).toEqual(plain)
  expect(scans.filter(({ text }) => !text.includes('earliest'))).toHaveLength(2)
})
