import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row } from '../files.ts'
import { matched } from '../importing.ts'
import { createWorld } from '../world.ts'

/** `IMPORTS=all` measures (npm run test:imports), for which the machine must be free; otherwise a small file. */
const MEASURED = process.env.IMPORTS === 'all'
const ROWS = MEASURED ? 10_000 : 300
const LINES = 10
const CORRECTED = 20
const JUDGED_MS_MAX = 300

const world = await createWorld()
const aminah = world.as('aminah')

test('a bad cell that is corrected is judged again at once, however many rows there are', {
  timeout: 600_000,
}, async () => {
  const rows = Array.from({ length: ROWS }, (_, at) =>
    row(`CELL-${Math.floor(at / LINES)}`, at % LINES === 0 ? { unit_price: 'twelve' } : {}),
  )
  const { id, counts } = await matched(world, 'aminah', csvOf(rows))
  expect(counts).toMatchObject({ rows: ROWS, rows_bad: ROWS / LINES, good: 0 })
  const column = Object.keys(row('X')).indexOf('unit_price')
  const times_ms: number[] = []
  for (let at = 0; at < CORRECTED; at++) {
    const cells = [{ row: 2 + at * LINES, column, value: '7.50' }]
    const began_ms = performance.now()
    const { body } = await aminah.call(importSteps.correct, { params: { id }, body: { cells } })
    times_ms.push(performance.now() - began_ms)
    expect(body.import.counts).toMatchObject({ good: at + 1, rows_bad: ROWS / LINES - at - 1 })
  }
  const longest_ms = Math.max(...times_ms)
  console.log(`${ROWS} rows: a corrected cell is judged after ${Math.round(longest_ms)} ms at most`)
  if (MEASURED) expect(longest_ms).toBeLessThanOrEqual(JUDGED_MS_MAX)
})
