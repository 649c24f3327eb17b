import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { tableOf } from './table.ts'

const waitedOf = (name: string, ms: number[], who = 'everything') => ({
  ...{ name, who, ms, small_ms: [1], offset_ms: [] },
})

test('calls that are alike share a line, and each call has one', () => {
  const table = tableOf([
    waitedOf('list: by status asc', [4, 5, 40]),
    waitedOf('list: tab Failed', [7.2, 7.4, 7.9]),
    waitedOf('list: tab Failed', [2, 2, 3], 'two departments'),
  ])
  const [, , line] = table.split('\n')
  expect(line).toContain('| 5–7 (8–40) | 2 (3) | 1 (1) |  |')
  const lines = tableOf(callsOf(1_000_000).map(({ name }) => waitedOf(name, [1])))
  expect(lines).not.toContain('else')
  expect(lines.split('\n').length).toBeGreaterThan(20)
})
