import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from './http.ts'

/** A server that answers as it is told, on a free port; gone when the test ends. */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A TCP server's address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

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
  ['86400', 3_600_000],
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

test('a refused connection proves that nothing was sent', async () => {
  const url = await serve(() => {})
  const closed = createServer()
  await new Promise<void>((listening) => {
    closed.listen(0, '127.0.0.1', listening)
  })
  const { port } = closed.address() as AddressInfo // a TCP server's address is an object
  await new Promise((done) => closed.close(done))
  expect(url).not.toContain(`:${port}`)
  expect(await get(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'not_sent' })
})

test('a name that does not exist proves that nothing was sent', async () => {
  expect(await get('http://no-such-host.invalid/')).toMatchObject({ kind: 'not_sent' })
})

test('a reset after the request is a broken call', async () => {
  const url = await serve((request) => request.socket.resetAndDestroy())
  expect(await get(url)).toMatchObject({ kind: 'broken', why: expect.stringContaining('connection failed') })
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
