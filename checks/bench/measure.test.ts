import { expect, test } from 'vitest'
import { measure } from './measure.ts'

const spin = (turns: number) => () => {
  let sum = 0
  for (let turn = 0; turn < turns; turn++) sum += Math.sqrt(turn)
  return sum
}

test('work of four times the length has a ratio of about a quarter', async () => {
  const { ratio, subject_ms } = await measure({ subject: spin(40_000), yardstick: spin(10_000), rounds: 9 })
  expect(ratio).toBeGreaterThan(0.12)
  expect(ratio).toBeLessThan(0.5)
  expect(subject_ms).toBeGreaterThan(0)
})
