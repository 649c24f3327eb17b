import dns from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import tls from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { issueTls } from '../../directory/fixtures/tls.ts'
import { exchange } from './http.ts'

/** On a free port, which it answers; gone when the test ends. */
const open = async (server: Server): Promise<number> => {
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // a TCP server's address is an object
}

/** A server that answers as it is told. */
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await open(createServer(listener))}`

const get = (url: string, timeout_ms = 5_000) =>
  exchange({ method: 'GET', url, headers: { accept: 'application/json' }, timeout_ms })

test('an answer is told with its status, correlation id and pause', async () => {
  const url = await serve((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      reply.writeHead(429, { correlationId: 'c-1', 'Retry-After': '7' })
      reply.end(`${request.method} ${Buffer.concat(chunks)}`)
    })
  })
  const answer = await exchange({ method: 'PUT', url, headers: {}, body: 'hello', timeout_ms: 5_000 })
  expect(answer).toEqual({
    kind: 'response',
    status: 429,
    correlation_id: 'c-1',
    retry_after_ms: 7_000,
    text: 'PUT hello',
  })
})

test.each([
  ['86400', HOUR_MS],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ['-5', null],
])('the pause "%s" is read as %s ms', async (header, expected) => {
  const url = await serve((_, reply) => reply.writeHead(503, { 'Retry-After': header }).end())
  expect(await get(url)).toMatchObject({ status: 503, retry_after_ms: expected })
})

test.each([
  ['100', 100],
  [' 0400 ', 400],
  ['1000000000', 1_000_000_000],
  ['0', undefined],
  ['-5', undefined],
  ['12.5', undefined],
  ['100, 50', undefined],
  ['unlimited', undefined],
])('the limit "%s" is read as %s', async (header, expected) => {
  const url = await serve((_, reply) => reply.writeHead(200, { 'X-Rate-Limit-Limit': header }).end())
  const answer = await get(url)
  expect(answer.kind === 'response' && answer.rate_limit).toBe(expected)
})

test('an answer that could not be stored as it is loses only what is at fault', async () => {
  const url = await serve((_, reply) => reply.writeHead(502).end('down\0 again'))
  expect(await get(url)).toMatchObject({ status: 502, text: 'down\ufffd again' })
})

/** A port on which nobody listens. */
const closedPort = async (): Promise<number> => {
  const closed = createServer()
  const port = await open(closed)
  await new Promise((done) => closed.close(done))
  return port
}

test('a refused connection proves that nothing was sent', async () => {
  expect(await get(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({ kind: 'not_sent' })
})

/** Every name has these addresses. */
const resolveTo = (...addresses: { address: string; family: number }[]) => {
  const lookup = (_: string, __: object, tell: (error: null, found: typeof addresses) => void) =>
    tell(null, addresses)
  // Of its many forms only this one is called for a connection.
  const played = vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup)
  onTestFinished(() => played.mockRestore())
}

test('of a name with several addresses, none of which takes a connection, nothing was sent', async () => {
  // The first is of no network here: it is given up, or fails at once with a code of its own. The last refuses.
  resolveTo({ address: 'fe80::1', family: 6 }, { address: '127.0.0.1', family: 4 })
  expect(await get(`http://several.example:${await closedPort()}`)).toMatchObject({ kind: 'not_sent' })
})

/** A TLS server that counts the requests it sees, and the certificate of who issued its own. */
const serveTls = async (options: { requestCert?: boolean } = {}) => {
  const { ca, certificate, key } = issueTls()
  let seen = 0
  const server = createTlsServer({ ca, cert: certificate, key, ...options }, (_, reply) => {
    seen += 1
    reply.end()
  })
  return { ca, port: await open(server), seen: () => seen }
}

const trust = (ca: string) => {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([ca])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}

const post = (url: string) => exchange({ method: 'POST', url, headers: {}, body: 'hello', timeout_ms: 5_000 })

test('a server that cannot prove who it is sees no request, so that nothing was sent', async () => {
  const unknown = await serveTls()
  expect(await post(`https://127.0.0.1:${unknown.port}`)).toMatchObject({
    kind: 'not_sent',
    why: expect.stringContaining('SELF_SIGNED_CERT_IN_CHAIN'),
  })
  trust(unknown.ca)
  resolveTo({ address: '127.0.0.1', family: 4 })
  expect(await post(`https://another.example:${unknown.port}`)).toMatchObject({
    kind: 'not_sent',
    why: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
  })
  expect(unknown.seen()).toBe(0)
})

test('a server that wants to know who calls says so after the request: the call is broken', async () => {
  const asking = await serveTls({ requestCert: true })
  trust(asking.ca)
  expect(await post(`https://127.0.0.1:${asking.port}`)).toMatchObject({ kind: 'broken' })
})

test('a name that does not exist proves that nothing was sent', async () => {
  expect(await get('http://no-such-host.invalid/')).toMatchObject({ kind: 'not_sent' })
})

test('a reset after the request is a broken call', async () => {
  const url = await serve((request) => request.socket.resetAndDestroy())
  expect(await get(url)).toMatchObject({ kind: 'broken', why: expect.stringContaining('connection failed') })
})

test('nothing is asked again by itself, nor where a connection was kept that the other side gives up', async () => {
  const ports: (number | undefined)[] = []
  const url = await serve((request, reply) => {
    ports.push(request.socket.remotePort)
    if (ports.length === 1) reply.end('{}')
    else request.socket.resetAndDestroy()
  })
  expect(await get(url)).toMatchObject({ kind: 'response' })
  await setImmediate() // the connection is free again from the next turn on
  expect(await get(url)).toMatchObject({ kind: 'broken' })
  expect(await post(url)).toMatchObject({ kind: 'broken' })
  expect(ports).toHaveLength(3)
  expect(ports[1]).toBe(ports[0])
})

test('a call goes by HTTP/1.1, says who calls, and asks for nothing packed', async () => {
  const { ca, certificate, key } = issueTls()
  const { promise, resolve } = Promise.withResolvers<object>()
  const both = createSecureServer({ cert: certificate, key, allowHTTP1: true }, (request, reply) => {
    resolve({ version: request.httpVersion, ...request.headers })
    reply.end()
  })
  await new Promise<void>((listening) => {
    both.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => void both.close())
  trust(ca)
  await post(`https://127.0.0.1:${(both.address() as AddressInfo).port}`) // a TCP server's address is an object
  expect(await promise).toMatchObject({
    version: '1.1',
    'user-agent': 'Lulus',
    'accept-encoding': 'identity',
  })
})

test('a reset in the middle of the answer is a broken call', async () => {
  const url = await serve((request, reply) => {
    reply.writeHead(202, { 'content-length': '1000' })
    reply.write('{"submissionUid":', () => request.socket.resetAndDestroy())
  })
  expect(await get(url)).toMatchObject({ kind: 'broken' })
})

test('silence past the deadline is a broken call, also when the answer only drips', async () => {
  const silent = await serve(() => {})
  expect(await get(silent, 100)).toEqual({ kind: 'broken', why: 'No answer came in time.' })
  const dripping = await serve((_, reply) => {
    reply.writeHead(200)
    reply.write('{')
  })
  expect(await get(dripping, 200)).toMatchObject({ kind: 'broken' })
})

test('an answer larger than any of the authority’s is broken and read no further', async () => {
  const piece = 'x'.repeat(1_000_000)
  let sent = 0
  const url = await serve((request, reply) => {
    const more = () => {
      while (sent < 100 && !request.socket.destroyed) {
        sent += 1
        if (!reply.write(piece)) return void reply.once('drain', more)
      }
      reply.end()
    }
    more()
  })
  expect(await get(url)).toMatchObject({ kind: 'broken', why: expect.stringContaining('larger') })
  expect(sent).toBeLessThan(40)
})

test('a redirect is not followed', async () => {
  let asked = 0
  const url = await serve((_, reply) => {
    asked += 1
    reply.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect(await get(url)).toMatchObject({ kind: 'response', status: 307 })
  expect(asked).toBe(1)
})
