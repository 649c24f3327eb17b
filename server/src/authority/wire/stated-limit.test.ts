import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '#domain/time/units.ts'
import { startSimulator } from '../../../../simulator/src/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { createHours, type Hours } from '../../../test/hours.ts'
import { ask } from '../../entities/access/equip.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Authority, createAuthority } from '../calls/client.ts'
import { CALLS, type CallName, spacingOf } from './calls.ts'
import type { Credentials } from './credentials.ts'
import { places } from './environments.ts'
import { type AuthorityRequest, type AuthorityResponse, exchange } from './http.ts'
import { sharedGate } from './shared-gate.ts'

const START = new Date('2026-11-21T04:00:00Z')
const LATENCY_MS = 150
const box = secretBox('ab'.repeat(32))
const LAST = 50
const LIMITS = [100, 400, LAST]
const MINUTES_EACH = 3

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

/**
 * An authority that takes so many submissions a minute as it states, and states another limit every few minutes. A new
 * limit comes with a new window.
 */
const playAuthority = (hours: Hours) => {
  const counted: number[] = LIMITS.flatMap(() => Array.from({ length: MINUTES_EACH }, () => 0))
  let refused = 0
  const minuteNow = () => Math.floor((hours.now().getTime() - START.getTime()) / MINUTE_MS)
  const network = async (request: AuthorityRequest): Promise<AuthorityResponse> => {
    await hours.sleep(LATENCY_MS / 2)
    const minute = minuteNow()
    const rate_limit = LIMITS[Math.floor(minute / MINUTES_EACH)] ?? LAST
    const answer = { kind: 'response', correlation_id: 'c-1', retry_after_ms: null } as const
    const login = request.url.endsWith('/connect/token')
    if (!login) counted[minute] = (counted[minute] ?? 0) + 1
    const over = !login && (counted[minute] ?? 0) > rate_limit
    if (over) refused += 1
    await hours.sleep(LATENCY_MS / 2)
    if (login) return { ...answer, status: 200, text: '{"access_token":"t","expires_in":36000}' }
    return { ...answer, status: over ? 429 : 400, rate_limit, text: '{"error":{"code":"BadStructure"}}' }
  }
  return { network, minuteNow, counted, refused: () => refused }
}

const CREDENTIALS = { environment: 'simulator', client_id: 'lulus', client_secret: 'secret' } as const

/** Submits as fast as it is let, and comes back when it is told to, until the last limit has had its minutes. */
const submitOn = async (
  authority: Authority,
  hours: Hours,
  ends: () => boolean,
  credentials: Credentials = CREDENTIALS,
) => {
  while (!ends()) {
    const turn = await authority.awaitTurn(credentials)
    if (turn.kind === 'unavailable') await hours.sleep(turn.retry_after_ms)
    else await authority.submit(credentials, [])
  }
}

const play = async (processes: number, callers: number) => {
  const hours = createHours(START)
  const { network, minuteNow, counted, refused } = playAuthority(hours)
  const now = () => sql<Date>`${hours.now()}::timestamptz`
  const ends = () => minuteNow() >= LIMITS.length * MINUTES_EACH
  const tasks = Array.from({ length: processes }, () => {
    const gate = sharedGate({ db, box, sleep: hours.sleep, now })
    const authority = createAuthority({ places: places('http://a'), clock: hours, gate, network })
    return Array.from({ length: callers }, () => () => submitOn(authority, hours, ends))
  })
  await hours.run(tasks.flat())
  return { counted, refused: refused() }
}

describe.each([
  ['one process', 1, 24],
  ['two processes', 2, 12],
])('%s with callers that never rest', (_, processes, callers) => {
  test('follows the stated limit within a minute, up and down, and never meets a 429', async () => {
    await sql`DELETE FROM authority_turns`.execute(db)
    const { counted, refused } = await play(processes, callers)
    expect(refused).toBe(0)
    LIMITS.forEach((limit, at) => {
      const [first = 0, ...later] = counted.slice(at * MINUTES_EACH, (at + 1) * MINUTES_EACH)
      expect(first).toBeLessThanOrEqual(limit)
      for (const count of later) {
        expect(count).toBeLessThanOrEqual(limit * 0.95)
        expect(count).toBeGreaterThan(limit * 0.9)
      }
    })
  })
})

const WINDOWS_EACH = 2

/** The simulator, over HTTP and by the same hours; a control call sets the next limit when a window has ended. */
const playSimulator = async (hours: Hours) => {
  const now = () => hours.now().getTime()
  const simulator = await startSimulator({ now, rate_limits: true })
  const { url } = simulator
  const company = { tin: 'C2584563200', id_type: 'BRN', id_value: '201901234567', name: 'Kinabalu' }
  const Keys = z.object({ client_id: z.string(), client_secret: z.string() })
  const credentials = {
    environment: 'simulator' as const,
    ...(await ask(`${url}/_sim/taxpayers`, Keys, company)),
  }
  const limitTo = (submit: number) => ask(`${url}/_sim/settings`, z.unknown(), { limits: { submit } }, 'PUT')
  const windows: { since: number; taken: number }[] = []
  let refused = 0
  const network = async (request: AuthorityRequest): Promise<AuthorityResponse> => {
    await hours.sleep(LATENCY_MS / 2)
    if (!request.url.includes('/documentsubmissions')) return exchange(request)
    if (now() >= (windows.at(-1)?.since ?? 0) + MINUTE_MS) {
      windows.push({ since: now(), taken: 0 })
      await limitTo(LIMITS[Math.floor((windows.length - 1) / WINDOWS_EACH)] ?? LAST)
    }
    const answer = await exchange(request)
    const [window] = windows.slice(-1)
    if (window) window.taken += 1
    if (answer.kind === 'response' && answer.status === 429) refused += 1
    await hours.sleep(LATENCY_MS / 2)
    return answer
  }
  return { url, credentials, network, windows, refused: () => refused, close: () => simulator.close() }
}

test('the simulator’s stated limit is followed within its next window, up and down, without a 429', {
  timeout: 60_000,
}, async () => {
  await sql`DELETE FROM authority_turns`.execute(db)
  const hours = createHours(START)
  const { url, credentials, network, windows, refused, close } = await playSimulator(hours)
  const gate = sharedGate({ db, box, sleep: hours.sleep, now: () => sql<Date>`${hours.now()}::timestamptz` })
  const authority = createAuthority({ places: places(url), clock: hours, gate, network })
  const ends = () => windows.length > LIMITS.length * WINDOWS_EACH
  await hours.run(Array.from({ length: 24 }, () => () => submitOn(authority, hours, ends, credentials)))
  await close()
  expect(refused()).toBe(0)
  LIMITS.forEach((limit, at) => {
    const [first = 0, second = 0] = windows.slice(at * WINDOWS_EACH).map(({ taken }) => taken)
    expect(first).toBeLessThanOrEqual(limit)
    expect(second).toBeLessThanOrEqual(limit * 0.95)
    expect(second).toBeGreaterThan(limit * 0.9)
  })
})

/** The calls a minute which a spacing leads to at most. */
const perMinute = (spacing_ms: number) => Math.ceil(MINUTE_MS / spacing_ms)

test('however many searches are stated, they keep the five seconds which LHDN wants between them', async () => {
  const hours = createHours(START)
  const { url, credentials, close } = await playSimulator(hours)
  await ask(`${url}/_sim/settings`, z.unknown(), { limits: { search: 60 } }, 'PUT')
  const now = () => sql<Date>`${hours.now()}::timestamptz`
  const gate = sharedGate({ db, box, sleep: hours.sleep, now })
  const authority = createAuthority({ places: places(url), clock: hours, gate })
  const wanted = {
    text: '',
    by: 'submission',
    from: new Date(START.getTime() - 1),
    to: START,
    page: 1,
  } as const
  const answers: string[] = []
  const search = async () => {
    for (let i = 0; i < 4; i++) answers.push((await authority.search(credentials, wanted)).kind)
  }
  await hours.run([search])
  await close()
  expect(answers).toEqual(answers.map(() => 'answered'))
  expect(answers).toHaveLength(4)
})

test('of a stated limit 95 per cent are used; none stops a call, and none is believed beyond ten times', () => {
  // The keys are those of CALLS.
  for (const call of Object.keys(CALLS) as CallName[]) {
    for (const stated of [3, 12, 47, 100, 400, 1_200]) {
      // Searches have their five seconds as well.
      const most = Math.min(stated * 0.95, call === 'search' ? CALLS.search : CALLS[call] * 10 * 0.95)
      expect(perMinute(spacingOf(call, stated)), `${call} ${stated}`).toBeLessThanOrEqual(most)
      expect(perMinute(spacingOf(call, stated))).toBeGreaterThan(most * 0.7)
    }
    for (const nonsense of [0, -5, 1, 0.3]) expect(perMinute(spacingOf(call, nonsense))).toBe(1)
    expect(perMinute(spacingOf(call, 1e9))).toBeLessThanOrEqual(CALLS[call] * 10)
  }
})

describe('what two processes know of a limit', () => {
  /** A gate that notes its waits and counts its statements, at a time that stands still. */
  const now = () => sql<Date>`${START}::timestamptz`
  const gateOf = () => {
    const waits: number[] = []
    let statements = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const sleep = async (ms: number) => {
      waits.push(ms)
    }
    return { gate: sharedGate({ db: counted, box, sleep, now }), waits, statements: () => statements }
  }

  test('is shared, costs nothing while it stays as it is, and ends when none is stated any more', async () => {
    const [first, second] = [gateOf(), gateOf()]
    await first.gate.enter('shared', 'submit')
    await first.gate.believe('shared', 'submit', 400)
    await second.gate.enter('shared', 'submit')
    expect(await second.gate.enter('shared', 'submit')).toMatchObject({ kind: 'turn' })
    // The turns of the published limit lie 606 ms apart, those of the stated one 158.
    expect(second.waits).toEqual([606, 606 + 158])
    const before = [first.statements(), second.statements()]
    for (let i = 0; i < 5; i++) {
      await first.gate.believe('shared', 'submit', 400)
      await second.gate.believe('shared', 'submit', 400)
    }
    expect([first.statements(), second.statements()]).toEqual(before)
    await second.gate.believe('shared', 'submit', undefined)
    expect(second.statements()).toBe((before[1] ?? 0) + 1)
    const { rows } = await sql`SELECT spacing_ms FROM authority_turns WHERE client_key = 'shared'`.execute(db)
    expect(rows).toEqual([{ spacing_ms: null }])
  })

  test('lets nobody go at a pace that has become too fast while he slept', async () => {
    const waits: number[] = []
    const gate = sharedGate({
      ...{ db, box, now },
      sleep: async (ms) => {
        waits.push(ms)
        if (waits.length === 1) await gate.believe('slept', 'submit', 50)
      },
    })
    await gate.enter('slept', 'submit')
    await gate.enter('slept', 'submit')
    // The second turn is given up, the third is kept.
    expect(waits).toEqual([spacingOf('submit'), spacingOf('submit') * 2])
  })
})
