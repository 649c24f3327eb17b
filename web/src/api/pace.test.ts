import { expect, it } from 'vitest'
import { paced, ROUND_MS_MIN } from './pace.ts'

const play = (took_ms: number) => {
  const rounds: string[][] = []
  const waits: number[] = []
  let now = 0
  let go = () => {}
  const want = paced<string>(
    async (wanted) => {
      rounds.push(wanted)
      now += took_ms
    },
    {
      now_ms: () => now,
      wait: (ms) => {
        waits.push(ms)
        return new Promise<void>((resolve) => {
          go = resolve
        })
      },
    },
  )
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { rounds, waits, want, settled, go: () => go() }
}

it('does at once what is wanted first, and for the rest one round more', async () => {
  const { rounds, waits, want, settled, go } = play(10)
  want(['documents'])
  await settled()
  for (let more = 0; more < 100; more += 1) want(['documents', 'notices'])
  await settled()
  expect(rounds).toEqual([['documents']])
  go()
  await settled()
  expect(rounds).toEqual([['documents'], ['documents', 'notices']])
  expect(waits).toEqual([ROUND_MS_MIN, ROUND_MS_MIN])
  go()
  await settled()
  want(['imports'])
  await settled()
  expect(rounds.at(-1)).toEqual(['imports'])
})

it.each([
  [300, 1_200],
  [60_000, 30_000],
])('rests after a round of %i ms for %i ms', async (took_ms, rest_ms) => {
  const { waits, want, settled } = play(took_ms)
  want(['documents'])
  await settled()
  expect(waits).toEqual([rest_ms])
})
