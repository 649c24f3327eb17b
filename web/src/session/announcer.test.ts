import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { createAnnouncer } from './announcer.ts'

const EVERY_MS = 180_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Looked at each second, as the screen does; `said` are the seconds at which the server was told. */
const watch = () => {
  const said: number[] = []
  const announcer = createAnnouncer(0, () => void said.push(Date.now() / 1000))
  setInterval(() => announcer.rested(Date.now()), 1000)
  const actUntil = (second: number) => {
    while (Date.now() < second * 1000) {
      vi.advanceTimersByTime(1000)
      announcer.acted(Date.now(), EVERY_MS)
    }
  }
  return { said, actUntil }
}

test('whoever is at work is told of now and then', () => {
  const { said, actUntil } = watch()
  actUntil(600)
  expect(said).toEqual([181, 362, 543])
})

test('whoever rests is told of once more, before what is read counts as asked for by nobody', () => {
  const { said, actUntil } = watch()
  actUntil(300)
  vi.advanceTimersByTime(HOUR_MS)
  expect(said).toEqual([181, 320])
  actUntil(3_901)
  vi.advanceTimersByTime(HOUR_MS)
  expect(said.slice(2)).toEqual([3_901])
})

test('whoever did nothing is not told of', () => {
  const { said } = watch()
  vi.advanceTimersByTime(HOUR_MS)
  expect(said).toEqual([])
})
