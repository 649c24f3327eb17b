import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row } from '../../../test/files.ts'
import { matched, readBack, work } from '../../../test/importing.ts'
import { createWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { holdImport } from '../kept/find.ts'
import { on } from '../kept/tables.ts'
import { judgeAgain } from './judge-again.ts'
import { writeCells } from './write-cells.ts'

const world = await createWorld()
const { db, clock, log } = world
const PRICE = Object.keys(row('X')).indexOf('unit_price')

test('what is corrected as storing begins is left to the job, which stores it', async () => {
  const file = csvOf([row('AGAIN-1'), row('AGAIN-2', { unit_price: 'twelve' })])
  const { id } = await matched(world, 'aminah', file)
  const caller = await world.callerOf('aminah')
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const held = await holdImport(tx, caller, id)
    await writeCells(tx, held, { edits: [{ row: 3, column: PRICE, value: '12' }], now })
  })
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await judgeAgain({ db, caller, now, log }, id)
  const states = on(db).selectFrom('import_documents').where('import_id', '=', id).select('state')
  expect((await states.orderBy('document').execute()).map(({ state }) => state)).toEqual(['good', 'pending'])
  await work(world, id)
  expect(await readBack(world, 'aminah', id)).toMatchObject({
    state: 'done',
    counts: { stored: 2, pending: 0 },
  })
})
