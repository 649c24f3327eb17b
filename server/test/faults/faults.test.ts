import { expect, test } from 'vitest'
import { z } from 'zod'
import { createWorld } from '../world.ts'
import { type Cell, isPossible, nameOf, sampleOf, wholeMatrix } from './matrix.ts'
import { runCell } from './run.ts'
import { type Played, tableOf } from './table.ts'

/**
 * `FAULTS=all` plays the whole matrix (npm run test:faults), `CELL=submit/503/none/4` one of its cells, or all that
 * begin with the text; otherwise a sample.
 */
const ALL = process.env.FAULTS === 'all'
const ONLY = process.env.CELL
const SAMPLE = 120

/** Waiting for one database leaves time to work on another. */
const worlds = await Promise.all([createWorld({ simulator: true }), createWorld({ simulator: true })])

const faultsOf = async (url: string | undefined): Promise<string[]> => {
  const reply = await fetch(`${url}/_sim/faults`)
  return z.object({ faults: z.array(z.string()) }).parse(await reply.json()).faults
}

const choose = (matrix: readonly Cell[]): readonly Cell[] => {
  if (ONLY !== undefined) return matrix.filter((cell) => nameOf(cell).startsWith(ONLY))
  return ALL ? matrix : sampleOf(matrix, SAMPLE)
}

test('whatever one call meets and wherever the worker dies, each document counts once', {
  timeout: 3_600_000,
}, async () => {
  const faults = await faultsOf(worlds[0]?.simulator_url)
  const matrix = wholeMatrix(faults)
  const open = [...choose(matrix)]
  const played: Played[] = []
  await Promise.all(
    worlds.map(async (world) => {
      for (let cell = open.shift(); cell; cell = open.shift()) {
        played.push({ cell, findings: await runCell(world, cell) })
      }
    }),
  )
  console.log(`${tableOf(faults, played)} of ${matrix.length}`)
  expect(matrix.length).toBeGreaterThan(2_000)
  expect(played.length).toBeGreaterThan(0)
  expect(
    played.flatMap(({ cell, findings }) => findings.map((one) => `CELL=${nameOf(cell)}: ${one}`)),
  ).toEqual([])
})

test('only faults that the simulator has are called impossible', async () => {
  const faults = await faultsOf(worlds[0]?.simulator_url)
  expect(faults.length).toBeGreaterThan(20)
  expect(faults.filter((fault) => !isPossible({ call: 'token', fault }))).toEqual([
    'foreign-number',
    'repeated-number',
  ])
})
