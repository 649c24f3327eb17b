import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { createArchive } from '../reading/fixtures/archive.ts'
import type { Order } from './depth.ts'
import { UNFILTERED } from './matching.ts'
import { toldOf } from './told.ts'
import { walkOf } from './walk.ts'

const DOCUMENTS = 3_000

let world: World

/** The contracts that end in 7 are of the largest amounts, whatever the department; those in 8 of any. */
beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET total_payable_amount = total_payable_amount + 5000
    WHERE contract_number LIKE 'CT-%7'`.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const walked = async (contract_number: string, order: Order) => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, contract_number }
  const told = await toldOf(by, filters, order)
  const page = { offset: 0, page_size: 20, sort_order: order.sort_order, filters }
  return walkOf({ ...by, filters, told, column: order.column }, page).rows / DOCUMENTS
}

test('what is of one end of an order is walked to from the other', async () => {
  const column = 'total_payable_amount'
  expect(await walked('7', { column, sort_order: 'asc' })).toBeGreaterThan(0.7)
  expect(await walked('7', { column, sort_order: 'desc' })).toBeLessThan(0.3)
  for (const sort_order of ['asc', 'desc'] as const)
    expect(await walked('8', { column, sort_order })).toBeLessThan(0.5)
})

test('nothing is told of an order or a text that the sample does not have', async () => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const depthOf = async (filters: object, column: string) =>
    (await toldOf(by, { ...UNFILTERED, ...filters }, { column, sort_order: 'asc' })).depth
  expect(await depthOf({ contract_number: '7' }, 'submitted_at')).toBeNull()
  expect(await depthOf({ buyer_email: 'akaun' }, 'source')).toBeNull()
  expect(await depthOf({ status: ['Validated'] }, 'source')).toBeNull()
  expect(await depthOf({ invoice_type: ['02'] }, 'source')).not.toEqual([])
  expect(await depthOf({ contract_number: 'none has it' }, 'source')).toEqual([])
})
