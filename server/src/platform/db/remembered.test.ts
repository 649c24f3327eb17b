import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { rememberedRead } from './remembered.ts'

const MS_MAX = 2_000

const counting = async () => {
  const clock = { ms: 0 }
  let reads = 0
  const read = async () => {
    reads += 1
    if (reads === 4) throw new Error('away')
    return reads
  }
  return { clock, db: (await testDatabase()).db, ...rememberedRead(read, MS_MAX, () => clock.ms) }
}

test('is asked once while it is fresh, anew after that time, and at once when it was forgotten', async () => {
  const { clock, db, current, forget } = await counting()
  expect(await Promise.all([current(db), current(db)])).toEqual([1, 1])
  clock.ms = MS_MAX - 1
  expect(await current(db)).toBe(1)
  clock.ms = MS_MAX
  expect(await current(db)).toBe(2)
  forget(db)
  expect(await current(db)).toBe(3)
})

test('a read that failed is not remembered', async () => {
  const { db, current, forget } = await counting()
  for (let reads = 0; reads < 3; reads += 1) {
    await current(db)
    forget(db)
  }
  await expect(current(db)).rejects.toThrow('away')
  expect(await current(db)).toBe(5)
})
