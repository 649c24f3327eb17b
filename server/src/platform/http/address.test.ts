import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, open } from '#contract/endpoint.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { openLog } from '../log/log.ts'
import { networkOf } from './address.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { routesWith } from './route.ts'

const where = endpoint({
  id: 'notes.where',
  method: 'GET',
  path: '/api/where/',
  access: open,
  reply: z.object({ address: z.string() }),
})

/** The whole of 127.0.0.0/8 is this machine, so that one machine can play a client, a proxy and a stranger. */
const [CLIENT, PROXY, FAR_PROXY] = ['127.0.0.1', '127.0.0.2', '127.0.0.3']

const portOf = (server: Server) => (server.address() as AddressInfo).port // listens on TCP

type Call = { from?: string; header?: string | string[]; port: number }

/** One call from an address of this machine; an array is a header of several lines. */
const send = async ({ from = CLIENT, header, port }: Call): Promise<IncomingMessage> => {
  const call = request({
    port,
    host: '127.0.0.1',
    localAddress: from,
    path: '/api/where/',
    headers: header === undefined ? {} : { 'x-forwarded-for': header },
  })
  // Of a header that is too long the server may hang up on the rest, after its answer.
  call.on('error', () => {}).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return answer
}
const seenAt = async (call: Call): Promise<string> => {
  const answer = await send(call)
  expect(answer.statusCode).toBe(200)
  return JSON.parse(await text(answer)).address
}

const start = async (trusted_proxies: readonly string[], host = '127.0.0.1') => {
  const app = await createApp({ log: openLog('silent'), trusted_proxies, https: true })
  bindEndpoints(app, [where], [routesWith<object>()(where, ({ address }) => ({ address }))], {
    authenticate: async () => undefined,
    context: {},
    clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
    validate_replies: true,
  })
  await app.listen({ port: 0, host })
  atEnd(() => app.close())
  return portOf(app.server)
}

/** A proxy as they come: it appends the address of whoever calls it to what that one sent. */
const startProxy = async (address: string, port: number) => {
  const proxy = createServer(async (asked, answer) => {
    const hops = [asked.headers['x-forwarded-for'], asked.socket.remoteAddress]
    const header = hops.filter((hop) => hop !== undefined).join(', ')
    const inner = await send({ from: address, header, port })
    inner.pipe(answer.writeHead(inner.statusCode ?? 502))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  atEnd(() => proxy.close())
  return portOf(proxy)
}

/** Headers that anybody may send, with what is left of them behind a proxy that passes them on as they are. */
const FORGED: [string, string | string[], string][] = [
  ['an address', '203.0.113.7', '203.0.113.7'],
  ['two addresses', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['two header lines', ['198.51.100.1', '203.0.113.7'], '203.0.113.7'],
  ['blanks', ' \t203.0.113.7 ', '203.0.113.7'],
  ['IPv6 written long', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['IPv4 within IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['IPv4 within IPv6 in hexadecimal', '0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['an IPv6 zone', 'fe80::1%eth0', 'fe80::1'],
  ['a word', 'garbage', PROXY],
  ['a word before an address', 'garbage, 203.0.113.7', '203.0.113.7'],
  ['a word after an address', '203.0.113.7, garbage', PROXY],
  ['a word before the proxy', `203.0.113.7, garbage, ${PROXY}`, PROXY],
  ['a port', '203.0.113.7:4711', PROXY],
  ['brackets', '[2001:db8::1]', PROXY],
  ['brackets and a port', '[2001:db8::1]:443', PROXY],
  ['the proxy itself in hexadecimal', '203.0.113.7, 0x7f000002', PROXY],
  ['the proxy itself in octal', '203.0.113.7, 0177.0.0.2', PROXY],
  ['the proxy itself as a number', '203.0.113.7, 2130706434', PROXY],
  ['the proxy within IPv6', `203.0.113.7, ::ffff:${PROXY}`, '203.0.113.7'],
  ['a host name', 'localhost', PROXY],
  ['a network', '203.0.113.0/24', PROXY],
  ['unknown, as RFC 7239 has it', 'unknown, for=203.0.113.7', PROXY],
  ['nothing', '', PROXY],
  ['commas only', ',,, ,', PROXY],
  ['empty hops', '203.0.113.7,, ,', '203.0.113.7'],
  ['letters of no alphabet', '\u00ff\u00fe, \u00a0', PROXY],
  ['a very long word', 'x'.repeat(15_000), PROXY],
  ['as many hops as fit', '1,'.repeat(7_500), PROXY],
  ['as many trusted hops as fit', `203.0.113.7${`,${PROXY}`.repeat(1_500)}`, '203.0.113.7'],
]

describe('the address of a request', () => {
  let [direct, believing, proxied, chained, dual] = [0, 0, 0, 0, 0]
  beforeAll(async () => {
    direct = await start([])
    believing = await start([PROXY, '127.0.0.3/32', '2001:db8:ffff::/48'])
    proxied = await startProxy(PROXY, believing)
    chained = await startProxy(FAR_PROXY, proxied)
    dual = await start(['127.0.0.0/30'], '::')
  })

  it.each(FORGED)('is that of the peer when nobody is trusted and it sends %s', async (_what, header) => {
    expect(await seenAt({ port: direct, header })).toBe(CLIENT)
  })

  it.each(FORGED)('is that of the peer when others are trusted and it sends %s', async (_what, header) => {
    expect(await seenAt({ port: believing, header })).toBe(CLIENT)
  })

  it.each(FORGED)(
    'of a trusted proxy that passes on %s is the last hop that is one',
    async (_what, header, left) => {
      expect(await seenAt({ port: believing, from: PROXY, header })).toBe(left)
    },
  )

  it.each(FORGED)('behind a proxy is that of its client, who sends %s', async (_what, header) => {
    expect(await seenAt({ port: proxied, header })).toBe(CLIENT)
    expect(await seenAt({ port: chained, header })).toBe(CLIENT)
  })

  it('is found through trusted networks of both kinds', async () => {
    const header = '203.0.113.7, 2001:db8:ffff::9'
    expect(await seenAt({ port: believing, from: FAR_PROXY, header })).toBe('203.0.113.7')
    expect(await seenAt({ port: believing, from: '127.0.0.4', header })).toBe('127.0.0.4')
  })

  it('is IPv4 for IPv4 on a socket for both kinds, also of the trusted', async () => {
    expect(await seenAt({ port: dual, from: '127.0.0.9', header: '203.0.113.7' })).toBe('127.0.0.9')
    expect(await seenAt({ port: dual, from: PROXY, header: '203.0.113.7' })).toBe('203.0.113.7')
  })

  it('is not even looked for in a header of ten thousand hops', async () => {
    for (const port of [direct, believing]) {
      expect((await send({ port, from: PROXY, header: '1,'.repeat(10_000) })).statusCode).toBe(431)
    }
  })
})

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
