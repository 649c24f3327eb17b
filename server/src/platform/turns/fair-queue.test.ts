import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const open = (limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) =>
  createFairQueue<string>({ person_max: 50, all_max: 100, ...limits })
const take = (queue: ReturnType<typeof open>, count: number) =>
  Array.from({ length: count }, () => queue.next()).filter((item) => item !== undefined)

test('lets the lines take turns, and each line keep its order', () => {
  const queue = open()
  for (const item of ['A1', 'A2', 'A3', 'A4']) queue.add('aminah', item)
  for (const item of ['B1', 'B2']) queue.add('bakri', item)
  expect(take(queue, 2)).toEqual(['A1', 'B1'])
  queue.add('chong', 'C1')
  expect(take(queue, 9)).toEqual(['A2', 'B2', 'C1', 'A3', 'A4'])
})

test('lets nobody wait behind more than one of each other person', () => {
  const queue = open()
  for (let at = 0; at < 50; at++) queue.add('aminah', `A${at}`)
  queue.add('bakri', 'B')
  expect(take(queue, 2)).toContain('B')
})

test('bounds the line of each person, and all lines together', () => {
  const queue = open({ person_max: 2, all_max: 3 })
  expect(['A1', 'A2', 'A3'].map((item) => queue.add('aminah', item))).toEqual([
    'waits',
    'waits',
    'own line full',
  ])
  expect(['B1', 'B2'].map((item) => queue.add('bakri', item))).toEqual(['waits', 'full'])
  expect(queue.add('chong', 'C1')).toBe('full')
  take(queue, 1)
  expect(queue.add('chong', 'C1')).toBe('waits')
  expect(take(queue, 9)).toEqual(['B1', 'A2', 'C1'])
})

test('forgets who does not wait any longer', () => {
  const queue = open({ person_max: 1, all_max: 2 })
  queue.add('aminah', 'A')
  queue.add('bakri', 'B')
  queue.remove('A')
  queue.remove('A')
  expect(queue.add('aminah', 'A2')).toBe('waits')
  expect(queue.drain()).toEqual(['B', 'A2'])
  expect(queue.next()).toBeUndefined()
  expect(queue.add('chong', 'C')).toBe('waits')
})
