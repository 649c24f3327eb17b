import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readingOf } from '../../../../test/plan.ts'
import type { World } from '../../../../test/world.ts'
import { createArchive } from '../../reading/fixtures/archive.ts'
import { leastOf } from '../least.ts'
import { type MatchFilters, UNFILTERED } from '../matching.ts'
import { queryOf } from '../sought.ts'
import { toldOf } from '../told.ts'
import { byDate, byState, byType } from './by-state.ts'
import { US } from './place.ts'
import { placesOf } from './places.ts'

const DOCUMENTS = 15_000

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const seekingOf = async (asked: Partial<MatchFilters>, column: string) => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, ...asked }
  return { ...by, filters, told: await toldOf(by, filters), column }
}

const read = async (asked: Partial<MatchFilters>, column: string) => {
  const seeking = await seekingOf(asked, column)
  const { told } = seeking
  const place = byType(seeking)
  const [part] = place.parts
  const parts = [part && queryOf(part), place.among?.ids].flatMap((one) => one ?? [])
  const reads = await Promise.all(
    parts.map((one) => readingOf(world.db, sql`SELECT * FROM (${one}) AS found`, 'document_orders')),
  )
  return { of_type: told.of_type, reads: reads.map((one) => one.read) }
}

test.each<[string, Partial<MatchFilters>, string]>([
  ['beside a contract', { contract_number: 'CT-1' }, 'invoice_date'],
  ['beside a buyer', { buyer_name: 'Buyer 1' }, 'invoice_date'],
  ['by number', {}, 'invoice_number'],
  ['of the validated by total', { status: ['Validated'] }, 'total_payable_amount'],
])('of a type that few have no other is looked at: %s', async (_, asked, column) => {
  const { of_type, reads } = await read({ ...asked, document_type: ['SB'] }, column)
  expect(of_type).toBeGreaterThan(1_000)
  expect(reads).toHaveLength(2)
  for (const one of reads) expect(one).toBeLessThan(of_type * 1.1)
})

/** Those that a scan removes are told as a whole number for each of its rounds. */
const ROUNDED = 1.1

/** Beside what is searched for: which document has it as its UUID. */
const OF_UUID = 'Index Scan'

test.each<[string, Partial<MatchFilters>, string]>([
  ['agents', { status: ['Invalid'], agent_code: 'AG-' }, 'invoice_date'],
  ['numbers by buyer', { status: ['Failed'], invoice_number: '2025' }, 'buyer_name'],
  ['what is searched for by total', { status: ['Invalid'], search: 'uyer' }, 'total_payable_amount'],
  ['two by submission', { status: ['Invalid', 'Approval Rejected'] }, 'submitted_at'],
  ['a type by total', { status: ['User Cancelled'], invoice_type: ['02'] }, 'total_payable_amount'],
])('of an end that few come to no document is read: %s', async (_, asked, column) => {
  const place = byState(await seekingOf(asked, column))
  const { scans, read } = await readingOf(
    world.db,
    sql`SELECT * FROM (${place.parts.map((part) => queryOf(part))[0]}) AS found`,
    'documents',
  )
  expect(scans).toEqual(['Index Only Scan', ...(asked.search ? [OF_UUID] : [])])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(place.candidates * ROUNDED)
  expect(place.us_each).toBeLessThan(US.document)
})

test.each([
  { status: ['LHDN Submission'] },
  { status: ['LHDN Submission', 'Failed'] },
  { status: ['Validated'] },
  { status: ['LHDN Submission', 'User Cancelled'] },
])('whoever has not what is asked for is told without a document: $status', async ({ status }) => {
  await sql`UPDATE documents SET authority_uuid = 'A' || id
    WHERE status = 'User Cancelled' AND contract_number LIKE 'CT-%1'`.execute(world.db)
  await sql`VACUUM ANALYZE documents`.execute(world.db)
  for (const days of [{}, { dateStart: '2025-12-01' }]) {
    const { others } = byState(await seekingOf({ status, ...days }, 'contract_number'))
    const { scans, read } = await readingOf(
      world.db,
      sql`SELECT * FROM (${others?.among.ids}) AS found`,
      'documents',
    )
    expect(new Set(scans)).toEqual(new Set(['Index Only Scan']))
    expect(read).toBeLessThanOrEqual((others?.candidates ?? 0) * ROUNDED)
    const { rows } = await sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM (${others?.among.ids}) AS found`.execute(world.db)
    expect(rows[0]?.n).toBe(others?.candidates)
  }
})

test.each(['total_payable_amount', 'source', 'buyer_name'])(
  'a text that no index leads to is looked for where no document is read: by %s',
  async (column) => {
    const seeking = await seekingOf({ status: ['Validated'], contract_number: '77' }, column)
    const [part] = leastOf(seeking, placesOf(seeking)).parts
    const reading = (table: string) =>
      readingOf(world.db, sql`SELECT * FROM (${part && queryOf(part)}) AS found`, table)
    expect((await reading('documents')).scans).toEqual(['Index Only Scan'])
    expect((await reading('document_orders')).scans).toContain('Index Only Scan')
  },
)

test('by submission a text is looked for in an index alone, and documents are asked for their moment', async () => {
  const seeking = await seekingOf({ contract_number: '77' }, 'submitted_at')
  const [part] = byDate(seeking).parts
  const found = sql`SELECT * FROM (${part && queryOf(part)}) AS found`
  expect((await readingOf(world.db, found, 'document_orders')).scans).toEqual(['Index Only Scan'])
})

test('the longest texts fit into that index', async () => {
  const longest = (length: number) =>
    Array.from({ length }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000))).join('')
  const { rows } = await sql`UPDATE documents SET status = 'Invalid', buyer_name = ${longest(300)},
      invoice_number = ${longest(60)}, agent_number = ${longest(100)}, contract_number = ${longest(100)},
      buyer_id_no = ${longest(60)}, source = ${longest(20)}
    WHERE id = (SELECT id FROM documents ORDER BY id LIMIT 1) RETURNING id`.execute(world.db)
  expect(rows).toHaveLength(1)
})
