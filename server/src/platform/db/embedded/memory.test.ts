import { expect, test } from 'vitest'
import { memorySettings, usableMemory } from './memory.ts'

const GB = 1024 ** 3

test.each([
  [0.5, 128, 512, 64],
  [4, 512, 2048, 128],
  [24, 2048, 12_288, 512],
  [512, 2048, 65_536, 512],
])('on %d GB PostgreSQL keeps %d MB of its own', (gb, buffers, cache, maintenance) => {
  expect(memorySettings(gb * GB)).toEqual([
    `shared_buffers=${buffers}MB`,
    `effective_cache_size=${cache}MB`,
    `maintenance_work_mem=${maintenance}MB`,
    'random_page_cost=1.1',
  ])
})

test('a machine has some memory, and a container no more than it is given', () => {
  expect(usableMemory()).toBeGreaterThan(GB / 4)
  expect(usableMemory()).toBeLessThan(4096 * GB)
})
