import { expect, test } from 'vitest'
import { z } from 'zod'
import { HOUR_MS } from '#domain/time/units.ts'
import { SHAPES } from '../simulator.ts'
import { createWorld } from '../world.ts'
import { CALLS, type Cell, IMPOSSIBLE, nameOf, sampleOf, wholeMatrix } from './matrix.ts'
import { NEVER, runCell } from './run.ts'
import { type Played, sumOf, tableOf } from './table.ts'
import { tallyOf } from './tally.ts'

/**
 * `FAULTS=all` plays the whole matrix (npm run test:faults), `CELL=submit/503/none/4/recorded` one of its cells, or
 * all that begin with the text; otherwise a sample.
 */
const ALL = process.env.FAULTS === 'all'
const ONLY = process.env.CELL
const SAMPLE = 160

/** Waiting for one database leaves time to work on another. */
const worlds = [await createWorld({ simulator: true }), await createWorld({ simulator: true })] as const

const reply = await fetch(`${worlds[0].simulator_url}/_sim/faults`)
const { calls, faults } = z
  .object({ calls: z.array(z.string()), faults: z.array(z.string()) })
  .parse(await reply.json())
const matrix = wholeMatrix(faults)

const choose = (): readonly Cell[] => {
  if (ONLY !== undefined) return matrix.filter((cell) => nameOf(cell).startsWith(ONLY))
  return ALL ? matrix : sampleOf(matrix, SAMPLE)
}

test('whatever one call meets and wherever the worker dies, each document counts once', {
  timeout: HOUR_MS,
}, async () => {
  const open = [...choose()]
  const played: Played[] = []
  const began_ms = performance.now()
  await Promise.all(
    worlds.map(async (world) => {
      for (let cell = open.shift(); cell; cell = open.shift()) {
        played.push({ cell, findings: await runCell(world, cell) })
      }
    }),
  )
  const seconds = Math.round((performance.now() - began_ms) / 1000)
  const tally = await tallyOf(worlds)
  if (ALL || ONLY !== undefined) console.log(tableOf(faults, played))
  console.log(`${sumOf(played)}, of ${matrix.length}, in ${seconds} s: ${JSON.stringify(tally)}`)
  expect(
    played.flatMap(({ cell, findings }) => findings.map((one) => `CELL=${nameOf(cell)}: ${one}`)),
  ).toEqual([])
  expect(played.length).toBeGreaterThan(0)
  for (const shape of ONLY === undefined ? SHAPES : []) {
    expect(played.filter(({ cell }) => cell.shape === shape).length).toBeGreaterThanOrEqual(SAMPLE / 2)
  }
  if (ONLY === undefined) for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0)
})

test('the matrix holds every call and every fault that the simulator can play', () => {
  expect(CALLS.toSorted()).toEqual(calls.toSorted())
  expect(faults.filter((fault) => !matrix.some((cell) => cell.fault === fault))).toEqual([])
  expect(matrix.length).toBeGreaterThan(4_000)
})

test.each(IMPOSSIBLE.flatMap(({ fault, calls }) => calls.map((call) => ({ fault, call }))))(
  'what is called impossible does not happen: $fault of $call',
  async (pair) => {
    expect(await runCell(worlds[0], { ...pair, crash: 'none', seed: 0, shape: 'recorded' })).toContain(NEVER)
  },
)
