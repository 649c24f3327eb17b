import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import type { Answer } from '../../test/client.ts'
import { createWorld } from '../../test/world.ts'
import { openDirectory } from '../directory/directory.ts'
import { passwordOf, startSlapd } from '../directory/fixtures/slapd.ts'
import { openLog } from '../platform/log/log.ts'
import { byTurns } from './fixtures/by-turns.ts'
import { BUDGET } from './throttle.ts'

/** Attacks on sign-in through a real directory, as guessing.test.ts plays them on local accounts. */
const slapd = await startSlapd(['sue', 'tan', 'uma'].map((uid) => ({ uid, mail: `${uid}@corp.example` })))
const directory = openDirectory(slapd.env, openLog('silent'))
const world = await createWorld({ directory, trusted_proxies: ['127.0.0.1'] })
const ALL = process.env.GUESSES === 'all'
/** `npm run test:guess` plays all of them; the suite a sample. */
const [PAIRS, ADDRESSES] = ALL ? [1_000, 1_000] : [24, 60]
const SLOW_MS_MAX = ALL ? 1_200_000 : 120_000
const FREE = 5

let addresses = 0
const address = () => {
  addresses += 1
  return `198.19.${addresses >> 8}.${addresses & 255}`
}
const attempt = (username: string, password: string, from = address()) =>
  world
    .as('nobody')
    .call(
      session.login,
      { body: { username, password, auth_type: 'ldap' } },
      { headers: { 'x-forwarded-for': from } },
    )
const wrong = (username: string, from?: string) => attempt(username, 'a guess', from)
const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]),
  )
const later = () => world.clock.advance(2 * HOUR_MS)

describe('guessing through the directory', { timeout: SLOW_MS_MAX }, () => {
  it('gets the same answer in the same time for who is there and who is not', async () => {
    expect((await attempt('sue', passwordOf('sue'))).status).toBe(200)
    const told = new Set<string>()
    const guess = (username: string) => async () => {
      const { status, text } = await wrong(username)
      told.add(`${status} ${text.replace(/"request_id":"[^"]+"/, '')}`)
    }
    const { difference_ms, spread_ms } = await byTurns(
      { known: guess('sue'), unknown: guess('hantu') },
      // The budget of one account is spent after ten.
      { pairs: PAIRS, beforePair: (pair) => pair % 10 === 0 && later() },
    )
    expect([...told]).toEqual([expect.stringMatching(/^400 .*Unable to log in with the provided/)])
    if (ALL) console.log(`${PAIRS} pairs: ${difference_ms.toFixed(3)} ms apart, σ ${spread_ms.toFixed(3)} ms`)
    expect(difference_ms).toBeLessThan(spread_ms)
  })

  it.each(['tan', 'hantu-2'])('at one name makes whoever does it wait: %s', async (username) => {
    later()
    const from = address()
    const answers: Answer[] = []
    for (let at = 0; at < 8; at++) answers.push(await wrong(username, from))
    expect(tally(answers)).toEqual({ 400: FREE, 429: 3 })
    expect(answers.at(-1)?.headers['retry-after']).toBeDefined()
  })

  it.each(['uma', 'hantu-3'])(
    `at one name from ${ADDRESSES} addresses within an hour gets as many answers as for a local one: %s`,
    async (username) => {
      later()
      const answers: Answer[] = []
      for (let at = 0; at < ADDRESSES; at++) {
        world.clock.advance(Math.floor(HOUR_MS / ADDRESSES))
        answers.push(await wrong(username))
      }
      expect(tally(answers)).toEqual({ 400: BUDGET.new, 429: ADDRESSES - BUDGET.new })
    },
  )

  it('does not keep out who signed in there before', async () => {
    later()
    const home = address()
    expect((await attempt('uma', passwordOf('uma'), home)).status).toBe(200)
    for (let at = 0; at < BUDGET.new + 5; at++) await wrong('uma')
    expect((await wrong('uma')).status).toBe(429)
    expect((await attempt('uma', passwordOf('uma'), home)).status).toBe(200)
  })
})

describe('while the directory is away', () => {
  it('the answer is the same for everybody, and no try is counted', async () => {
    const url = 'ldaps://127.0.0.1:9'
    const away = await createWorld({ directory: openDirectory({ ...slapd.env, url }, openLog('silent')) })
    const told = new Set<string>()
    for (let at = 0; at < FREE + 2; at++) {
      for (const username of ['sue', 'hantu', 'aminah']) {
        const body = { username, password: 'a guess', auth_type: 'ldap' } as const
        const { status, text, headers } = await away.as('nobody').call(session.login, { body })
        told.add(`${status} ${headers['retry-after']} ${text.replace(/"request_id":"[^"]+"/, '')}`)
      }
    }
    expect([...told]).toEqual([expect.stringMatching(/^503 30 .*The directory does not answer/)])
  })
})
