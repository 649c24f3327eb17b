import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { askedTogether } from './asked-together.ts'

/** Each read waits until the test answers it. */
const held = async () => {
  const reads: { keys: readonly string[]; answer(): void; fail(): void }[] = []
  const ask = askedTogether((_db, keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const number = reads.length + 1
    const answer = () =>
      resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key} ${number}`])))
    reads.push({ keys, answer, fail: () => reject(new Error('away')) })
    return promise
  })
  const { db } = await testDatabase({ empty: true })
  return { reads, ask: (key: string) => ask(db, key) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('who asks while a read is under way shares the next one, and never gets what was read before', async () => {
  const { reads, ask } = await held()
  const first = ask('a')
  await settled()
  const later = ['a', 'b', 'nobody', 'a'].map(ask)
  await settled()
  expect(reads.map(({ keys }) => keys)).toEqual([['a']])
  reads[0]?.answer()
  expect(await first).toBe('a 1')
  await settled()
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'nobody']])
  reads[1]?.answer()
  expect(await Promise.all(later)).toEqual(['a 2', 'b 2', undefined, 'a 2'])
})

test('a read that fails is told to those who shared it, and the next one asks anew', async () => {
  const { reads, ask } = await held()
  const [first, second] = [ask('a'), ask('b')]
  await settled()
  const third = ask('a')
  reads[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await expect(second).rejects.toThrow('away')
  await settled()
  reads[1]?.answer()
  expect(await third).toBe('a 2')
})

test('a read without an answer holds up nobody who comes later', async () => {
  const { reads, ask } = await held()
  const first = ask('a')
  await settled()
  const second = ask('b')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.answer()
  expect(await second).toBe('b 2')
  reads[0]?.answer()
  expect(await first).toBe('a 1')
})
