import { expect, test } from 'vitest'
import { awaitedHere, awaiting } from '../db/awaited.ts'
import { batchesOf } from './batches.ts'

const SEEN = '000000010000000000000001'

/** So many rows, of which each reading is told. */
const numbers = (count: number) => {
  const asked: (number | undefined)[] = []
  const next = async (after: number | undefined, limit: number) => {
    asked.push(after)
    const from = (after ?? 0) + 1
    return Array.from({ length: Math.max(0, Math.min(limit, count - from + 1)) }, (_, at) => from + at)
  }
  return { asked, next }
}

test.each([0, 1, 9, 10, 11, 30, 35])('of %i rows each comes once, in order', async (count) => {
  const rows: number[] = []
  for await (const batch of batchesOf(numbers(count).next, 10)) {
    expect(batch.length).toBeGreaterThan(0)
    rows.push(...batch)
  }
  expect(rows).toEqual(Array.from({ length: count }, (_, at) => at + 1))
})

test('the next rows are read while somebody takes some, and no others', async () => {
  const { asked, next } = numbers(100)
  const batches = batchesOf(next, 10)
  await batches.next()
  expect(asked).toEqual([undefined, 10])
  await batches.next()
  expect(asked).toEqual([undefined, 10, 20])
  await batches.return(undefined)
  expect(asked).toHaveLength(3)
})

test('what fails is heard of where its rows would have come', async () => {
  const batches = batchesOf(async (after: number | undefined) => {
    if (after) throw new Error('The database is away.')
    return [1, 2]
  }, 2)
  expect((await batches.next()).value).toEqual([1, 2])
  await expect(batches.next()).rejects.toThrow('The database is away.')
})

test('all rows are read on behalf of whoever began, however late they are taken', async () => {
  const { next } = numbers(30)
  const waited_for: (string | undefined)[] = []
  const read = (after: number | undefined, limit: number) => {
    waited_for.push(awaitedHere()?.seen)
    return next(after, limit)
  }
  const batches = awaiting({ seen: SEEN, wait_ms: 1 }, () => batchesOf(read, 10))
  for await (const _ of batches) expect(awaitedHere()).toBeUndefined()
  expect(waited_for).toEqual([SEEN, SEEN, SEEN, SEEN])
})
