import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createWorld, NOON } from '../world.ts'
import type { MemoryOrder } from './memory-program.ts'

/** `IMPORTS=all` imports files of all sizes (npm run test:imports), which takes long; otherwise the smallest. */
const SIZES = process.env.IMPORTS === 'all' ? [10_000, 100_000, 1_000_000] : [10_000]
const ABOVE_IDLE_MB_MAX = 150
const LINES = 10
/** What it needs, not what a collector with room to spare leaves lying: whoever needs more ends here. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--max-old-space-size=128']
const PROGRAM = new URL('./memory-program.ts', import.meta.url).pathname

const world = await createWorld()

test.each(SIZES)(
  'a file of %i rows takes no more memory than a small one',
  { timeout: 7_200_000 },
  async (rows) => {
    const order: MemoryOrder = {
      ...{ connection: world.connection, user_id: world.company.users.aminah },
      ...{ series: `MEMORY-${rows}`, rows, now: NOON.toISOString() },
    }
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--expose-gc', ...SMALL_HEAP],
      PROGRAM,
      JSON.stringify(order),
    ])
    const { stored, above_idle_mb } = JSON.parse(stdout)
    console.log(`${rows} rows: ${above_idle_mb} MB above idle`)
    expect(stored).toBe(rows / LINES)
    expect(above_idle_mb).toBeLessThanOrEqual(ABOVE_IDLE_MB_MAX)
  },
)
