import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
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
  ...{ at_once: 2, own_at_once: 1, crowds: [] },
  ...{ wait_ms_max: 1, waiting_max: 10, own_waiting_max: 2 },
}
const person = (name: string): Caller => ({
  ...{ kind: 'user', user_id: name, email: `${name}@lulus.example`, display_name: name, access_type: 'user' },
  ...{ flags: new Set<never>(), stores: [] },
})

const file = (name: string, access: typeof loggedIn) =>
  endpoint({ id: `files.${name}`, method: 'GET', path: `/api/${name}/`, access, reply: 'file' })
const [own, shared] = [file('own', loggedIn), file('shared', open)]
const ENDS = [own, shared]

const PIECE = Buffer.alloc(65_536, 'x')
const PIECES = 5_000
/** More than lies between a server and a reader who takes nothing. */
const LONG = 1_000_000

let closing: () => Promise<unknown> = async () => {}
afterEach(() => closing())

/** A server of one file of so many pieces; `sources` are those that were asked for, with what was read of each. */
const listen = async ({ pieces = PIECES, unread_ms_max = 300_000 } = {}) => {
  const sources: { read: number; closed: Promise<unknown> }[] = []
  const content = () => {
    const stream = new Readable({
      read() {
        source.read += 1
        this.push(source.read > pieces ? null : PIECE)
      },
    })
    const source = { read: 0, closed: new Promise((resolve) => stream.once('close', resolve)) }
    sources.push(source)
    return { content: stream, content_type: 'text/csv', filename: 'a.csv' }
  }
  const app = await createApp({ log: openLog('silent'), trusted_proxies: [], https: false })
  const on = routesWith<object>()
  bindEndpoints(app, ENDS, [on(own, content), on(shared, content)], {
    authenticate: async ({ headers }) => person(String(headers.authorization)),
    doors: openDoors({ downloads: LIMITS }),
    context: {},
    clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
    validate_replies: true,
    unread_ms_max,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets: { destroy(): void }[] = []
  closing = async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
  const ask = (who: string, path: string = own.path, method = 'GET') =>
    fetch(`${url}${path}`, { method, headers: { authorization: who } })
  const take = async (who: string) => {
    const reply = await ask(who)
    return [reply.status, (await reply.bytes()).length]
  }
  /** Asks and takes nothing; resolves when it is on its way. */
  const askOnly = async (who: string, path: string = own.path) => {
    const before = sources.length
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    // The server may break it off.
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lulus.example\r\nauthorization: ${who}\r\n\r\n`)
    await once(socket, 'readable')
    const source = sources[before]
    if (!source) throw new Error('It was not asked for.')
    return { source, leave: () => socket.destroy() }
  }
  return { sources, ask, take, askOnly }
}

it.each(ENDS)('reads nothing of a file of which only the headers are asked for: $path', async ({ path }) => {
  const { sources, ask } = await listen()
  const reply = await ask('aminah', path, 'HEAD')
  expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="a.csv"; filename*=UTF-8''a.csv`,
  ])
  await sources[0]?.closed
  expect(sources[0]?.read).toBe(0)
})

it('has a few files of one person on their way, however they signed in, and some of all', async () => {
  const { sources, ask, take, askOnly } = await listen({ pieces: LONG })
  const first = await askOnly('aminah')
  const refused = await ask('aminah')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect(refused.headers.get('content-disposition')).toBeNull()
  await sources[1]?.closed
  await askOnly('bakri')
  expect((await ask('chong')).status).toBe(503)
  expect((await ask('chong', own.path, 'HEAD')).status).toBe(200)
  first.leave()
  await first.source.closed
  const next = await askOnly('chong')
  expect((await take('aminah'))[0]).toBe(503)
  next.leave()
})

it('has room again when a file was read to its end', async () => {
  const { take } = await listen({ pieces: 3 })
  for (const _ of [1, 2, 3]) expect(await take('aminah')).toEqual([200, 3 * PIECE.length])
})

it.each(ENDS)('ends a file that nobody takes, and makes room: $path', async ({ path }) => {
  const { askOnly } = await listen({ pieces: LONG, unread_ms_max: 50 })
  for (const _ of [1, 2]) {
    const { source } = await askOnly('aminah', path)
    await source.closed
    expect(source.read).toBeLessThan(LONG)
  }
})
