import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'

const SHAPE = { code: expect.any(String), request_id: expect.any(String) }

describe('what no endpoint ever sees', () => {
  let app: FastifyInstance
  let port: number
  beforeAll(async () => {
    app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
    app.get('/there/:name', async () => ({ ok: true }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = portOf(app)
  })
  afterAll(() => app.close())

  it.each([
    ['an address that cannot be decoded', 'GET /% HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a parameter that cannot be decoded', 'GET /there/%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a parameter beyond all measure', `GET /there/${'x'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['a method that nobody knows', 'BREW /there/a HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method that nothing here has', 'PROPFIND /there/a HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['the method TRACE', 'TRACE /there/a HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['what is no request', 'hello\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths of one body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
  ])('%s is refused in the usual shape', async (_, request, status) => {
    const answer = await ask(port, request)
    expect(answer).toMatchObject({ status, body: SHAPE })
    expect(answer.headers).toMatch(/x-content-type-options: nosniff/i)
    expect(answer.headers).toMatch(/content-type: application\/json/i)
  })
})

describe('a body that is too long', () => {
  it('is answered also when its sender listens only after all is sent', async () => {
    const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
    app.post('/there/', async () => ({ ok: true }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify('x'.repeat(8_000_000))
    const head = 'POST /there/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    for (const length of [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked']) {
      const socket = connect(portOf(app), '127.0.0.1')
      socket.write(`${head}${length}\r\n\r\n`)
      if (length.startsWith('Transfer')) socket.write(`${body.length.toString(16)}\r\n`)
      await promisify<string, void>(socket.write).call(socket, body)
      expect(await text(socket)).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close[\s\S]*"too_large"/)
    }
    await app.close()
  })
})

describe('a server that stops', () => {
  it('answers what still comes over an open connection with 503, in the usual shape', async () => {
    const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
    const begun = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    app.get('/slow', async () => {
      begun.resolve()
      await leave.promise
      return { ok: true }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const port = portOf(app)
    const late = connect(port, '127.0.0.1')
    await once(late, 'connect')
    // A request in two halves keeps its connection open while the server closes.
    late.write('GET /slow HTTP/1.1\r\n')
    const slow = ask(port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await begun.promise
    const closed = app.close()
    await stopping(app)
    late.write('Host: x\r\nConnection: close\r\n\r\n')
    const answer = readAnswer(await text(late))
    expect(answer).toMatchObject({ status: 503, body: { ...SHAPE, code: 'stopping' } })
    expect(answer.headers).toMatch(/retry-after: \d+/i)
    leave.resolve()
    expect(await slow).toMatchObject({ status: 200 })
    await closed
  })
})

it('a server that stops waits only so long for who does not read its answer', async () => {
  const settings = { log: openLog('silent'), https: false, trusted_proxies: [] }
  const app = await createApp({ ...settings, closing_ms_max: 100 })
  const endless = async function* () {
    for (;;) yield 'x'.repeat(65_536)
  }
  app.get('/file', async (_request, reply) => reply.type('text/csv').send(Readable.from(endless())))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = connect(portOf(app), '127.0.0.1')
  slow.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(slow, 'data')
  slow.pause()
  slow.on('error', () => {})
  await app.close()
}, 15_000)

const portOf = (app: FastifyInstance): number => {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

const stopping = (app: FastifyInstance) => expect.poll(() => app.server.listening).toBe(false)

/** Sends bytes as they are, asking for no other answer after this one, and reads until the server closes. */
const ask = async (port: number, request: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.write(request.replace('Host: x', 'Host: x\r\nConnection: close'))
  return readAnswer(await text(socket))
}

const readAnswer = (whole: string) => {
  const [headers = '', body = ''] = whole.split('\r\n\r\n')
  return { status: Number(headers.split(' ')[1]), headers, body: body === '' ? undefined : readJson(body) }
}

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
