import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES, keyOf } from '#codes/error-codes.ts'
import { CODE_EXAMPLES } from './codes.ts'
import { openStage, type Play, type Stage } from './codes-played.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.world.close())

const played = async (play: Play) => {
  try {
    return await play(stage)
  } finally {
    const { offset_ms } = (await stage.world.call('GET', '/_sim/clock')).json
    if (offset_ms !== 0) await stage.world.control('clock', { advance_ms: -offset_ms })
  }
}

test('every code that only LHDN can know is played, and no other', () => {
  const only = ERROR_CODES.filter((row) => 'only_lhdn_knows' in row).map(keyOf)
  expect(Object.keys(CODE_EXAMPLES).toSorted()).toEqual(only.toSorted())
})

test.each(Object.entries(CODE_EXAMPLES))(
  '%s: one is accepted, one is answered with it',
  async (key, { passes, fails, says }) => {
    const code = ERROR_CODES.find((row) => keyOf(row) === key)?.code
    const words = says ?? new RegExp(`"${code}"`)
    const good = await played(passes)
    expect(good.text).not.toMatch(words)
    expect(good).toMatchObject({ good: true })
    const bad = await played(fails)
    expect(bad.text).toMatch(words)
    expect(bad.good).toBe(false)
  },
)
