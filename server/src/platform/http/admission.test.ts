import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, loggedIn, open } from '#contract/endpoint.ts'
import type { Caller } from '#domain/access/caller.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { openLog } from '../log/log.ts'
import type { DoorLimits } from '../turns/door.ts'
import { openDoors } from './admission.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { routesWith } from './route.ts'

const LIMITS: DoorLimits = {
  ...{ at_once: 1, own_at_once: 2, crowds: [] },
  ...{ wait_ms_max: 1, waiting_max: 10, own_waiting_max: 2 },
}
const person = (user_id: string): Caller => ({
  ...{ kind: 'user', user_id, email: `${user_id}@lulus.example`, display_name: user_id, access_type: 'user' },
  ...{ flags: new Set<never>(), stores: [] },
})
/** A key is somebody's own; whose a token is stands before its first dot. */
const ownerOf = ({ headers }: FastifyRequest) =>
  String(headers['x-api-key'] ?? headers.authorization?.replace('Token ', '').split('.')[0])

const shown = (token: string) => ({ authorization: `Token ${token}` })

describe('over HTTP', () => {
  let app: FastifyInstance
  let release = () => {}
  afterEach(async () => {
    release()
    await app.close()
  })

  const called = (name: string) => ({ method: 'GET', path: `/api/${name}/`, access: loggedIn }) as const
  const anybody = endpoint({ id: 'calls.anybody', ...called('anybody'), access: open, reply: z.string() })
  const sign_in = endpoint({
    ...{ id: 'calls.signIn', ...called('sign-in'), access: open },
    own_lines: true,
    reply: z.string(),
  })
  const slow = endpoint({ id: 'calls.slow', ...called('slow'), reply: z.string() })
  const quick = endpoint({ id: 'calls.quick', ...called('quick'), reply: z.string() })
  const asking = endpoint({
    id: 'calls.asking',
    ...called('asking'),
    asks_authority: true,
    reply: z.string(),
  })
  const body = z.object({ word: z.string() })
  const note = endpoint({ id: 'calls.note', ...called('note'), method: 'POST', body, reply: z.string() })
  const hint = endpoint({
    id: 'calls.hint',
    ...called('hint'),
    method: 'POST',
    access: open,
    body,
    body_bytes_max: 1_000,
    reply: z.string(),
  })
  const push = endpoint({
    id: 'calls.push',
    ...called('push'),
    method: 'POST',
    access: open,
    body,
    reply: z.string(),
  })
  const broken = endpoint({ id: 'calls.broken', ...called('broken'), reply: z.string() })
  const paper = endpoint({ id: 'calls.paper', ...called('paper'), reply: 'file' })
  const print = endpoint({ id: 'calls.print', ...called('print'), reply: 'file' })
  const loaded = endpoint({
    ...{ id: 'calls.load', ...called('load'), method: 'POST', reply: z.string() },
    upload: { field: 'file', bytes_max: 1_000 },
  })
  const on = routesWith<object>()

  const listen = async ({ ordinary = LIMITS } = {}) => {
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = 0
    const begins: (() => void)[] = []
    let arrived = 0
    app = await createApp({ log: openLog('silent'), trusted_proxies: ['127.0.0.1'], https: false })
    app.addHook('preParsing', async () => {
      arrived += 1
    })
    const hold = async () => {
      begun += 1
      for (const begin of begins) begin()
      await held
    }
    const file = { content: Buffer.from('%PDF-'), content_type: 'application/pdf', filename: 'a.pdf' }
    const routes = [
      on(slow, async () => {
        await hold()
        return 'done'
      }),
      on(quick, () => 'done'),
      on(asking, () => 'done'),
      on(sign_in, () => 'done'),
      on(anybody, () => 'done'),
      on(note, ({ body: { word } }) => word),
      on(hint, ({ body: { word } }) => word),
      on(push, ({ body: { word } }) => word),
      on(broken, () => {
        throw new Error('of ours')
      }),
      on(paper, () => file),
      on(loaded, async ({ upload }) => {
        begun += 1
        for await (const _ of upload.content);
        return 'done'
      }),
      on(print, async () => {
        await hold()
        return file
      }),
    ]
    bindEndpoints(
      app,
      [slow, quick, asking, broken, paper, print, loaded, sign_in, anybody, note, hint, push],
      routes,
      {
        authenticate: async (request) => {
          if (request.headers.authorization === 'Token unknown') await held
          const owner = ownerOf(request)
          return owner.includes('invented') ? undefined : person(owner)
        },
        doors: openDoors({
          ordinary,
          files: LIMITS,
          strangers: LIMITS,
          pushes: LIMITS,
          uploads: { ...LIMITS, at_once: 3 },
        }),
        context: {},
        clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
        validate_replies: true,
      },
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const begunOnce = () =>
      begun > 0 ? Promise.resolve() : new Promise<void>((resolve) => begins.push(resolve))
    const get = (path: string, init = {}) => fetch(`${url}/api/${path}/`, init)
    /** Begins an upload, whose end is sent when it is told to. */
    const beginLoad = (token: string, key = {}) => {
      const body = new TransformStream<Uint8Array, Uint8Array>()
      const writer = body.writable.getWriter()
      const write = (text: string) => writer.write(Buffer.from(text)).catch(() => {})
      void write('--X\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na;b\n')
      const headers = { ...shown(token), ...key, 'content-type': 'multipart/form-data; boundary=X' }
      const answer = get('load', { method: 'POST', headers, body: body.readable, duplex: 'half' })
      const end = async () => {
        await write('1;2\r\n--X--\r\n')
        await writer.close()
        return (await answer).status
      }
      return { end }
    }
    const load = (token: string, key = {}) => {
      const body = new FormData()
      body.set('file', new File(['a;b'], 'a.csv'))
      return get('load', { method: 'POST', headers: { ...shown(token), ...key }, body })
    }
    return { app, begunOnce, get, load, beginLoad, begun: () => begun, arrived: () => arrived }
  }

  it('says 503 with Retry-After while all are busy; files, the sign-in and who asks LHDN go on', async () => {
    const { get, begunOnce } = await listen()
    const first = get('slow')
    await begunOnce()
    const refused = await get('quick')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'busy' })
    for (const free of ['paper', 'sign-in', 'asking', 'anybody']) expect((await get(free)).status).toBe(200)
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

  it('lets one key send a few files at once, which keep nobody else out', async () => {
    const { get, load, beginLoad, begun } = await listen()
    for (const token of ['one', 'other', 'third']) await get('quick', { headers: shown(token) })
    const held = [beginLoad('one'), beginLoad('one')]
    await expect.poll(begun).toBe(2)
    const refused = await load('one')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await load('other')).status).toBe(200)
    held.push(beginLoad('other'))
    await expect.poll(begun).toBe(4)
    expect((await load('third')).status).toBe(503)
    expect((await get('quick')).status).toBe(200)
    for (const one of held) expect(await one.end()).toBe(200)
    expect((await load('one')).status).toBe(200)
  })

  /** Sends the beginning of a body, and the rest when it is told to. */
  const beginWord = ({ get }: Pick<Awaited<ReturnType<typeof listen>>, 'get'>, name: string) => {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    void writer.write(Buffer.from('{"word":'))
    const headers = { 'content-type': 'application/json' }
    const answer = get(name, { method: 'POST', headers, body: body.readable, duplex: 'half' })
    return async () => {
      await writer.write(Buffer.from('"at last"}'))
      await writer.close()
      return (await answer).json()
    }
  }

  it('lets one person send a few files at once, however often they have signed in', async () => {
    const { get, load, beginLoad, begun } = await listen()
    const sessions = ['aminah.1', 'aminah.2', 'aminah.3', 'bakri.1']
    for (const token of sessions) await get('quick', { headers: shown(token) })
    const held = [beginLoad('aminah.1'), beginLoad('aminah.2')]
    await expect.poll(begun).toBe(2)
    expect((await load('aminah.3')).status).toBe(429)
    expect((await load('bakri.1')).status).toBe(200)
    for (const one of held) expect(await one.end()).toBe(200)
    expect((await load('aminah.3')).status).toBe(200)
  })

  it.each([
    ['note', 'quick'],
    ['hint', 'quick'],
    ['hint', 'anybody'],
  ])('keeps nobody else out while the body of a %s is on its way: %s', async (name, other) => {
    const { get, arrived } = await listen()
    const finish = beginWord({ get }, name)
    await expect.poll(arrived).toBe(1)
    expect((await get(other)).status).toBe(200)
    expect(await finish()).toBe('at last')
  })

  it('takes few large bodies of strangers at once, and these keep none of the others out', async () => {
    const { get, arrived } = await listen()
    const finish = beginWord({ get }, 'push')
    await expect.poll(arrived).toBe(1)
    expect((await get('push', { method: 'POST' })).status).toBe(503)
    expect((await get('anybody')).status).toBe(200)
    expect(await finish()).toBe('at last')
    expect((await get('push', { method: 'POST' })).status).toBe(400)
  })

  it('lets the addresses of one network wait in one line', async () => {
    const own_at_once = { ...LIMITS, at_once: 10, own_at_once: 1 }
    const { app: served, begunOnce } = await listen({ ordinary: own_at_once })
    const get = (path: string, address: string) =>
      served.inject({ url: `/api/${path}/`, headers: { 'x-forwarded-for': address } })
    const first = get('slow', '2001:db8:1:2::1')
    await begunOnce()
    expect((await get('quick', '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await get('quick', '2001:db8:1:3::1')).statusCode).toBe(200)
    release()
    expect((await first).statusCode).toBe(200)
  })

  it('knows one key by the key, whatever else it shows', async () => {
    const { get, load, beginLoad, begun } = await listen()
    expect((await get('quick', { headers: { 'x-api-key': 'one' } })).status).toBe(200)
    const held = ['a', 'b'].map((other) => beginLoad('', { authorization: other, 'x-api-key': 'one' }))
    await expect.poll(begun).toBe(2)
    expect((await load('', { authorization: 'c', 'x-api-key': 'one' })).status).toBe(429)
    for (const one of held) expect(await one.end()).toBe(200)
  })

  it('lets those who are nobody wait in one line, whatever they call themselves', async () => {
    const { get, begunOnce } = await listen({ ordinary: { ...LIMITS, wait_ms_max: 60_000 } })
    const known = { headers: shown('known') }
    expect((await get('quick', known)).status).toBe(200)
    const first = get('slow', known)
    await begunOnce()
    const asNobody = (n: number) => get('quick', { headers: shown(`invented-${n}`) })
    const strangers = [asNobody(1), asNobody(2), asNobody(3)]
    expect((await Promise.race(strangers)).status).toBe(429)
    const second = get('quick', known)
    release()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    const told = await Promise.all(strangers)
    expect(told.map(({ status }) => status).toSorted()).toEqual([401, 401, 429])
  })

  it('lets orders of files in until it is known whose they are, not until the file is made', async () => {
    const { get, begunOnce } = await listen()
    const printing = get('print')
    await begunOnce()
    expect((await get('paper')).status).toBe(200)
    const unknown = get('paper', { headers: shown('unknown') })
    await expect.poll(async () => (await get('paper')).status).toBe(503)
    release()
    expect([(await unknown).status, (await printing).status]).toEqual([200, 200])
    expect((await get('paper')).status).toBe(200)
  })
})
