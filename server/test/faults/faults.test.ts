import { expect, test } from 'vitest'
import { z } from 'zod'
import { createWorld } from '../world.ts'
import { sampleOf, wholeMatrix } from './matrix.ts'
import { runCell } from './run.ts'

/** `FAULTS=all` runs the whole matrix and prints it (npm run test:faults); otherwise a sample. */
const ALL = process.env.FAULTS === 'all'
const SEEDS = 7
const SAMPLE = 60

const world = await createWorld({ simulator: true })

test('whatever one call meets and wherever the worker dies, each document counts once', {
  timeout: 7_200_000,
}, async () => {
  const reply = await fetch(`${world.simulator_url}/_sim/faults`)
  const { faults } = z.object({ faults: z.array(z.string()).min(20) }).parse(await reply.json())
  const matrix = wholeMatrix(faults, SEEDS)
  const cells = ALL ? matrix : sampleOf(matrix, SAMPLE)
  const bad: string[] = []
  for (const cell of cells) {
    const findings = await runCell(world, cell)
    const name = `${cell.call} ${cell.fault}, dies ${cell.crash}, seed ${cell.seed}`
    if (ALL) console.log(`${findings.length === 0 ? 'ok ' : 'BAD'} ${name}`)
    bad.push(...findings.map((finding) => `${name}: ${finding}`))
  }
  console.log(`${cells.length} of ${matrix.length} cells, ${bad.length} findings`)
  expect(bad).toEqual([])
})
