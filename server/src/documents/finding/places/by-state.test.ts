import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readingOf } from '../../../../test/plan.ts'
import type { World } from '../../../../test/world.ts'
import { createArchive } from '../../reading/fixtures/archive.ts'
import { type MatchFilters, UNFILTERED } from '../matching.ts'
import { toldOf } from '../told.ts'
import { byType } from './by-state.ts'

const DOCUMENTS = 15_000

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const read = async (asked: Partial<MatchFilters>, column: string) => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, ...asked }
  const told = await toldOf(by, filters)
  const place = byType({ ...by, filters, told, column })
  const [part] = place.parts
  const parts = [part, place.among?.ids].flatMap((one) => one ?? [])
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
