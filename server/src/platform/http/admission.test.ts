import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, loggedIn, open } from '#contract/endpoint.ts'
import type { Caller } from '#domain/access/caller.ts'
import { fixedClock } from '../clock/clock.ts'
import { openLog } from '../log/log.ts'
import { type AdmissionLimits, openAdmission, openDoors } from './admission.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { routesWith } from './route.ts'

const LIMITS: AdmissionLimits = {
  ...{ at_once: 2, own_at_once: 2, wait_ms_max: 60_000, waiting_max: 10, own_waiting_max: 2 },
}
const SOMEBODY: Caller = {
  ...{
    kind: 'user',
    user_id: 'u',
    email: 'aminah@lulus.example',
    display_name: 'Aminah',
    access_type: 'user',
  },
  ...{ flags: new Set<never>(), stores: [] },
}
const AT_ONCE = { wait_ms_max: 1 }
const BUSY = { problem: { kind: 'unavailable', code: 'busy', retry_after_s: 2 } }
const TOO_MANY = { problem: { kind: 'too_many', code: 'too_many', retry_after_s: 2 } }

/** Asks for a turn, and notes when it comes. */
const asking = (limits: Partial<AdmissionLimits>) => {
  const { admit } = openAdmission({ ...LIMITS, ...limits })
  const inside: string[] = []
  const ask = async (who: string) => {
    const leave = await admit(who)
    inside.push(who)
    return leave
  }
  return { ask, inside }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the door', () => {
  it('lets in as many as can be worked on, and the next one as soon as one leaves', async () => {
    const { ask, inside } = asking({})
    const [leave] = [await ask('a'), await ask('b')]
    const third = ask('c')
    await settled()
    expect(inside).toEqual(['a', 'b'])
    leave()
    await third
    expect(inside).toEqual(['a', 'b', 'c'])
  })

  it('counts who leaves twice once', async () => {
    const { ask } = asking(AT_ONCE)
    const [leave] = [await ask('a'), await ask('b')]
    leave()
    leave()
    await ask('c')
    await expect(ask('d')).rejects.toMatchObject(BUSY)
  })

  it('refuses whoever would wait too long, and forgets them', async () => {
    const { ask, inside } = asking(AT_ONCE)
    const [leave] = [await ask('a'), await ask('a')]
    await expect(ask('b')).rejects.toMatchObject(BUSY)
    leave()
    await ask('c')
    expect(inside).toEqual(['a', 'a', 'c'])
  })

  it('refuses at once where the line is full', async () => {
    const { ask } = asking({ waiting_max: 0 })
    await Promise.all([ask('a'), ask('b')])
    await expect(ask('c')).rejects.toMatchObject(BUSY)
  })

  it('keeps room for others, however much one asks for, and tells that one', async () => {
    const { ask, inside } = asking({ own_at_once: 1 })
    const leave = await ask('flood')
    const waiting = [ask('flood'), ask('flood')]
    await expect(ask('flood')).rejects.toMatchObject(TOO_MANY)
    await ask('clerk')
    expect(inside).toEqual(['flood', 'clerk'])
    leave()
    const leave_again = await waiting[0]
    expect(inside).toEqual(['flood', 'clerk', 'flood'])
    leave_again?.()
    await waiting[1]
    await expect(asking({ ...AT_ONCE, own_at_once: 0 }).ask('flood')).rejects.toMatchObject(TOO_MANY)
  })

  it('lets those who wait take turns', async () => {
    const { ask, inside } = asking({ at_once: 1 })
    const leaves = [await ask('flood')]
    const waiting = ['flood', 'flood', 'clerk'].map(ask)
    for (const one of [0, 1, 2]) {
      await settled()
      leaves[one]?.()
      leaves.push(await Promise.race(waiting.filter((_, at) => [0, 2, 1][one] === at)))
    }
    expect(inside).toEqual(['flood', 'flood', 'clerk', 'flood'])
  })
})

describe('over HTTP', () => {
  let app: FastifyInstance
  let release = () => {}
  afterEach(async () => {
    release()
    await app.close()
  })

  const called = (name: string) => ({ method: 'GET', path: `/api/${name}/`, access: loggedIn }) as const
  const sign_in = endpoint({ id: 'calls.signIn', ...called('sign-in'), access: open, reply: z.string() })
  const slow = endpoint({ id: 'calls.slow', ...called('slow'), reply: z.string() })
  const quick = endpoint({ id: 'calls.quick', ...called('quick'), reply: z.string() })
  const asking = endpoint({
    id: 'calls.asking',
    ...called('asking'),
    asks_authority: true,
    reply: z.string(),
  })
  const broken = endpoint({ id: 'calls.broken', ...called('broken'), reply: z.string() })
  const paper = endpoint({ id: 'calls.paper', ...called('paper'), reply: 'file' })
  const on = routesWith<object>()

  const listen = async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = 0
    const begins: (() => void)[] = []
    app = await createApp({ log: openLog('silent'), trusted_proxies: [], https: false })
    const routes = [
      on(slow, async () => {
        begun += 1
        for (const begin of begins) begin()
        await held
        return 'done'
      }),
      on(quick, () => 'done'),
      on(asking, () => 'done'),
      on(sign_in, () => 'done'),
      on(broken, () => {
        throw new Error('of ours')
      }),
      on(paper, () => ({
        content: Buffer.from('%PDF-'),
        content_type: 'application/pdf',
        filename: 'a.pdf',
      })),
    ]
    bindEndpoints(app, [slow, quick, asking, broken, paper, sign_in], routes, {
      authenticate: async () => SOMEBODY,
      doors: openDoors({ ...LIMITS, ...AT_ONCE, at_once: 1 }, LIMITS),
      context: {},
      clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
      validate_replies: true,
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const begunOnce = () =>
      begun > 0 ? Promise.resolve() : new Promise<void>((resolve) => begins.push(resolve))
    return { begunOnce, get: (path: string, init = {}) => fetch(`${url}/api/${path}/`, init) }
  }

  it('says 503 with Retry-After while all are busy; files, the sign-in and who asks LHDN go on', async () => {
    const { get, begunOnce } = await listen()
    const first = get('slow')
    await begunOnce()
    const refused = await get('quick')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'busy' })
    for (const free of ['paper', 'sign-in', 'asking']) expect((await get(free)).status).toBe(200)
    release()
    expect((await first).status).toBe(200)
    expect((await get('quick')).status).toBe(200)
  })

  it('has room again when who asked is gone, and when a call broke', async () => {
    const { get, begunOnce } = await listen()
    const leaving = new AbortController()
    const first = get('slow', { signal: leaving.signal }).catch(() => undefined)
    await begunOnce()
    leaving.abort()
    await first
    await expect.poll(async () => (await get('quick')).status).toBe(200)
    expect((await get('broken')).status).toBe(500)
    expect((await get('quick')).status).toBe(200)
  })
})
