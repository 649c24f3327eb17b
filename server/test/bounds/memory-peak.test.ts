import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { memoryPeak } from './memory-peak.ts'

const MB = 1_048_576

test('the most memory of a process is its own, however much its parent had', () => {
  const held = Buffer.alloc(300 * MB, 1)
  expect(memoryPeak()).toBeGreaterThan(held.byteLength)
  const module = new URL('./memory-peak.ts', import.meta.url)
  const program = `import { memoryPeak } from '${module}'; process.stdout.write(String(memoryPeak()))`
  const peak = execFileSync(process.execPath, ['--input-type=module', '--eval', program])
  expect(Number(peak)).toBeLessThan(150 * MB)
})
