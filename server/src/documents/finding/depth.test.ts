import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { createArchive, plainly } from '../reading/fixtures/archive.ts'
import type { Order } from './depth.ts'
import { UNFILTERED } from './matching.ts'
import { pageFarIn } from './orders/page-far.ts'
import { toldOf } from './told.ts'
import { walkOf } from './walk.ts'

const DOCUMENTS = 10_000

let world: World

/**
 * The contracts that end in 7 are of the largest amounts, whatever the department; those in 8 of any. Those in 9 have
 * the last numbers of each department, whose code is what numbers begin with.
 */
beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  // In steps: on a busy machine so many rows take longer than a statement may.
  for (let share = 0; share < 8; share++)
    await sql`UPDATE documents SET invoice_number =
      sender_store_code || CASE WHEN contract_number LIKE 'CT-%9' THEN 'Z' ELSE 'A' END || md5(id::text)
      WHERE get_byte(uuid_send(id), 0) % 8 = ${sql.lit(share)}`.execute(world.db)
  await sql`UPDATE documents SET total_payable_amount = total_payable_amount + 5000
    WHERE contract_number LIKE 'CT-%7'`.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const told = async (contract_number: string, order: Order) => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, contract_number }
  const page = { offset: 0, page_size: 5, sort_order: order.sort_order, filters }
  return { by, page, told: await toldOf(by, filters, order) }
}

const walkTo = async (contract_number: string, order: Order) => {
  const { by, page, told: of } = await told(contract_number, order)
  return walkOf({ ...by, filters: page.filters, told: of, column: order.column }, page)
}

const walked = async (contract_number: string, order: Order) =>
  (await walkTo(contract_number, order)).rows / DOCUMENTS

test('what is of one end of an order is walked to from the other', async () => {
  const column = 'total_payable_amount'
  expect(await walked('7', { column, sort_order: 'asc' })).toBeGreaterThan(0.7)
  expect(await walked('7', { column, sort_order: 'desc' })).toBeLessThan(0.3)
  for (const sort_order of ['asc', 'desc'] as const)
    expect(await walked('8', { column, sort_order })).toBeLessThan(0.5)
})

test('what is deep in each department, but not in all, is looked up where it begins', async () => {
  const order = { column: 'invoice_number', sort_order: 'asc' } as const
  const { rows, is_far } = await walkTo('9', order)
  expect([is_far, rows < DOCUMENTS / 2]).toEqual([true, true])
  const by_total = { column: 'total_payable_amount', sort_order: 'asc' } as const
  // At the far end of all there is nothing to gain.
  expect((await walkTo('7', by_total)).is_far).toBe(false)
  expect((await walkTo('9', { ...order, sort_order: 'desc' })).is_far).toBe(false)

  const { by, page, told: of } = await told('9', order)
  const extent = { matching: of.counted * of.share, everything: of.everything, depth: of.depth }
  const ids = await pageFarIn(by, page, order.column, extent)
  const query = { contract_number: '9', sort_by: order.column, sort_order: 'asc', page_size: '5' }
  expect(ids?.toSorted()).toEqual((await plainly(world, 'devi', query)).ids.toSorted())
})

test('nothing is told of an order or a text that the sample does not have', async () => {
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const depthOf = async (filters: object, column: string) =>
    (await toldOf(by, { ...UNFILTERED, ...filters }, { column, sort_order: 'asc' })).depth
  expect(await depthOf({ contract_number: '7' }, 'submitted_at')).toBeNull()
  expect(await depthOf({ buyer_email: 'akaun' }, 'source')).toBeNull()
  expect(await depthOf({ status: ['Validated'] }, 'source')).toBeNull()
  expect((await depthOf({ invoice_type: ['02'] }, 'source'))?.in_all).not.toEqual([])
  const nothing = { in_department: [], in_all: [] }
  expect(await depthOf({ contract_number: 'none has it' }, 'source')).toEqual(nothing)
})
