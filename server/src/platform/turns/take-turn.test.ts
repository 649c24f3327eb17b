import { expect, test } from 'vitest'
import { takeTurn } from './take-turn.ts'

/** The rounds of the event loop, counted while the work goes on. */
const countRounds = () => {
  let round = 0
  const count = () => {
    round++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return { now: () => round, stop: () => clearImmediate(next) }
}

test('gives each piece of work a round of the event loop of its own, in the order of asking', async () => {
  const rounds = countRounds()
  const done: { who: string; round: number }[] = []
  const work = async (who: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await takeTurn()
      done.push({ who, round: rounds.now() })
    }
  }
  await Promise.all(['A', 'B', 'C'].map(work))
  rounds.stop()
  expect(done.map(({ who }) => who).join('')).toBe('ABCABCABC')
  expect(new Set(done.map(({ round }) => round)).size).toBe(done.length)
})
