import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { awaitedHere, awaiting } from './awaited.ts'
import { sharedReads } from './shared-read.ts'

/** Each read waits until the test answers it, with its number. */
const held = async () => {
  const reads: { key: string; answer(): void; fail(): void }[] = []
  const shared = sharedReads<string>()
  const { db } = await testDatabase({ empty: true })
  const ask = (key: string) =>
    shared(db, key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const number = reads.length + 1
      reads.push({ key, answer: () => resolve(`${key} ${number}`), fail: () => reject(new Error('away')) })
      return promise
    })
  return { reads, ask }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('who asks while a read is under way shares the next one, and never gets what was read before', async () => {
  const { reads, ask } = await held()
  const first = ask('a')
  const later = [ask('a'), ask('a')]
  expect(reads).toHaveLength(1)
  reads[0]?.answer()
  expect(await first).toBe('a 1')
  await settled()
  const last = ask('a')
  reads[1]?.answer()
  expect(await Promise.all(later)).toEqual(['a 2', 'a 2'])
  await settled()
  reads[2]?.answer()
  expect(await last).toBe('a 3')
  await settled()
  const alone = ask('a')
  expect(reads).toHaveLength(4)
  reads[3]?.answer()
  expect(await alone).toBe('a 4')
})

test('what is asked for elsewhere waits for nobody', async () => {
  const { reads, ask } = await held()
  const asked = ['a', 'b', 'c'].map(ask)
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  for (const read of reads) read.answer()
  expect(await Promise.all(asked)).toEqual(['a 1', 'b 2', 'c 3'])
})

test('the next one awaits the latest of what those who share it await', async () => {
  const shared = sharedReads<string | undefined>()
  const { db } = await testDatabase({ empty: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = shared(db, 'a', async () => {
    await promise
    return awaitedHere()?.seen
  })
  const ask = (seen?: string, wait_ms = 0) =>
    awaiting(seen === undefined ? undefined : { seen, wait_ms }, () =>
      shared(db, 'a', async () => `${awaitedHere()?.seen} ${awaitedHere()?.wait_ms}`),
    )
  const later = [ask(), ask('0/9', 30), ask('1/0', 20), ask('0/A', 10)]
  resolve()
  expect(await first).toBeUndefined()
  expect(await Promise.all(later)).toEqual(['1/0 30', '1/0 30', '1/0 30', '1/0 30'])
})

test('a read that fails is told to those who shared it, and the next one asks anew', async () => {
  const { reads, ask } = await held()
  const first = ask('a')
  const shared = [ask('a'), ask('a')]
  reads[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await settled()
  reads[1]?.fail()
  for (const one of shared) await expect(one).rejects.toThrow('away')
  await settled()
  const again = ask('a')
  reads[2]?.answer()
  expect(await again).toBe('a 3')
})

test('a read without an answer holds up nobody who comes later', async () => {
  const { reads, ask } = await held()
  const first = ask('a')
  const second = ask('a')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.answer()
  expect(await second).toBe('a 2')
  reads[0]?.answer()
  expect(await first).toBe('a 1')
})
