import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row } from '../../../test/files.ts'
import { holdOpen, untilWaiting } from '../../../test/held-open.ts'
import { matched } from '../../../test/importing.ts'
import { createWorld } from '../../../test/world.ts'
import { takeTurn } from '../../platform/turns/take-turn.ts'
import { holdImport } from '../kept/find.ts'
import { keepChange } from './changes.ts'
import { repairCells } from './repair-cells.ts'
import { writeCells } from './write-cells.ts'

const world = await createWorld()
const { db, clock } = world
const aminah = world.as('aminah')
const PRICE = Object.keys(row('X')).indexOf('unit_price')

const readPrices = async (id: string) => {
  const { body } = await aminah.call(importSteps.rows, { params: { id }, query: { show: 'all' } })
  return body.results.map(({ cells }) => cells[PRICE])
}

test('while many cells are repaired everybody else has turns', async () => {
  const cells = Array.from({ length: 20_000 }, (_, at) => {
    return { row: at, column: PRICE, heading: 'unit_price', cell: at % 2 === 0 ? '12,50' : 'twelve' }
  })
  let [turns, is_over] = [0, false]
  const repairing = repairCells(cells, 'decimal_comma').finally(() => {
    is_over = true
  })
  while (!is_over) {
    await takeTurn()
    turns += 1
  }
  const edits = await repairing
  expect([edits.length, edits[1]]).toEqual([10_000, { row: 2, column: PRICE, value: '12.50' }])
  expect(turns).toBeGreaterThanOrEqual(200)
})

test('cells that were changed while their repair was worked out stay as they are', async () => {
  const { id } = await matched(
    world,
    'aminah',
    csvOf([row('BETWEEN-1', { unit_price: '12,50' }), row('BETWEEN-2', { unit_price: '13,50' })]),
  )
  const { results } = (await aminah.call(importSteps.problems, { params: { id } })).body
  const caller = await world.callerOf('aminah')
  const correction = await holdOpen(world, async (tx) => {
    const held = await holdImport(tx, caller, id)
    const edits = [{ row: 2, column: PRICE, value: '14,50' }]
    const { before } = await writeCells(tx, held, { edits, now: clock.now() })
    await keepChange(tx, held, { label: 'Correction', before, now: clock.now() })
  })
  const body = { problem: results[0]?.key ?? '', kind: 'decimal_comma' }
  const repair = aminah.call(importSteps.fix, { params: { id }, body })
  await Promise.race([repair, untilWaiting(db, () => 1)])
  await correction.commit()
  expect(await repair).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect(await readPrices(id)).toEqual(['14,50', '13,50'])
})
