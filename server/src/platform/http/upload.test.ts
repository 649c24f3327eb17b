import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atEnd } from '../../../test/ending/at-end.ts'
import { type Files, localFiles } from '../files/files.ts'
import { KEY, uploadApp } from './fixtures/upload-app.ts'

const MB = 1_048_576
/** `UPLOADS=all` sends a whole gigabyte. */
const SENT_MB = process.env.UPLOADS === 'all' ? 1_024 : 192
/** Chunks that are done with lie about until memory is tidied, some 65 MB, however much is sent. */
const GROWTH_MB_MAX = 110

const HEADERS = { authorization: 'Aminah', 'content-type': 'multipart/form-data; boundary=X' }
const HEADER_LINES = Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const field = (name: string, value: string) =>
  `--X\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name = 'file', filename = 'lines.csv') =>
  `--X\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: text/csv\r\n\r\n`
const file = (content: string, name?: string, filename?: string) =>
  `${fileHead(name, filename)}${content}\r\n`
const END = '--X--\r\n'

let dir: string
let files: Files
const failures: unknown[] = []
let port: number

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lulus-uploads-'))
  files = localFiles(join(dir, 'files'))
  const app = await uploadApp(files, failures)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // listens on TCP
  atEnd(async () => {
    await app.close()
    await rm(dir, { recursive: true })
  })
})
beforeEach(async () => {
  await files.remove(KEY)
  failures.length = 0
})

/** What is left of all that was sent: drafts, and the file itself. */
const left = async () => ({
  drafts: await readdir(join(dir, 'files/.drafts')).catch(() => []),
  file: (await files.get(KEY)) && 'stored',
})
const PATIENTLY = { timeout: 20_000 }
const NOTHING = { drafts: [], file: null }

const begin = (path = '/api/uploads/', headers = HEADERS, at = port): ClientRequest => {
  const call = httpRequest({ method: 'POST', port: at, host: '127.0.0.1', path, headers })
  // Of a refused upload the server may take no more; the answer is what counts.
  return call.on('error', () => {})
}
const answerOf = async (call: ClientRequest) => {
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer) }
}
const send = (body: string, path?: string) => {
  const call = begin(path)
  const answer = answerOf(call)
  call.end(body)
  return answer
}

describe('an upload', () => {
  it('reaches its handler as a stream, with its name, its type and the texts before it', async () => {
    const body = field('title', 'July') + field('tags', 'a') + field('tags', 'b') + file('a;b\n1;2') + END
    expect(await send(body)).toEqual({
      status: 200,
      connection: 'keep-alive',
      body: {
        ...{ bytes: 7, name: 'lines.csv', content_type: 'text/csv' },
        form: { title: 'July', tags: ['a', 'b'] },
      },
    })
    const stored = await files.get(KEY)
    expect(stored?.content_type).toBe('text/csv')
    expect(stored && (await text(stored.content))).toBe('a;b\n1;2')
  })

  it('is being read while it is sent', async () => {
    const call = begin()
    const answer = answerOf(call)
    call.write(fileHead() + 'x'.repeat(100_000))
    await expect.poll(async () => (await left()).drafts, PATIENTLY).toHaveLength(1)
    call.end(`\r\n${END}`)
    expect(await answer).toMatchObject({ status: 200, body: { bytes: 100_000 } })
  })

  const long = 'x'.repeat(200_000)
  const BROKEN = { non_field_errors: ['The form could not be read to its end.'] }
  it.each([
    ['no file', field('title', 'July') + END, { file: ['This field is required.'] }],
    ['an empty form', END, { file: ['This field is required.'] }],
    ['an empty file', file('') + END, { file: ['The file is empty.'] }],
    ['a file under another name', file('x', 'logo') + END, { logo: ['This field is not known.'] }],
    ['two files', file(long) + file(long) + END, { file: ['Only one file may be sent.'] }],
    ['a text after the file', file(long) + field('title', 'July') + END, { title: [/before the file/] }],
    ['a text nobody knows', field('titles', 'July') + file(long) + END, { titles: [/did you mean `title`/] }],
    ['a text that is too long', field('title', long) + file(long) + END, { title: [/20 characters/] }],
    ['a name that no text may have', file(long, 'file', 'a\u0007b') + END, { file: [/U\+0007/] }],
    ['a name beyond all measure', file(long, 'file', 'a'.repeat(256)) + END, { file: [/255 characters/] }],
    ['no end of the form', file(long), BROKEN],
    ['no end of the file', fileHead() + long, BROKEN],
    ['no form at all', 'hello', BROKEN],
  ])('of %s is refused, and leaves nothing', async (_what, body, wanted) => {
    const told = Object.entries(wanted).map(([name, [message]]) => [
      name,
      [message instanceof RegExp ? expect.stringMatching(message) : message],
    ])
    expect(await send(body)).toMatchObject({ status: 400, body: Object.fromEntries(told) })
    expect(await left()).toEqual(NOTHING)
  })

  it('has at most a hundred texts, of a megabyte in all', async () => {
    const many = Array.from({ length: 101 }, () => field('tags', 'x')).join('')
    expect(await send(many + file('x') + END)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const much = Array.from({ length: 11 }, () => field('tags', 'x'.repeat(100_000))).join('')
    expect(await send(much + file('x') + END)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await left()).toEqual(NOTHING)
  })

  it('is sent as a form', async () => {
    const call = begin('/api/uploads/', { ...HEADERS, 'content-type': 'application/json' })
    const answer = answerOf(call)
    call.end('{}')
    expect(await answer).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
  })

  it.each(['text/é', 'text', `text/${'x'.repeat(300)}`])(
    'of a type like %j is of no known type',
    async (type) => {
      const body = `${fileHead().replace('text/csv', type)}x\r\n${END}`
      expect(await send(body)).toMatchObject({
        status: 200,
        body: { content_type: 'application/octet-stream' },
      })
    },
  )

  it('may be answered without being read to its end', async () => {
    const body = field('title', 'enough') + fileHead() + 'x'.repeat(900)
    const call = begin('/api/uploads/taste/')
    const answer = answerOf(call)
    call.write(body)
    expect(await answer).toEqual({ status: 200, connection: 'close', body: { text: 'enough' } })
  })
})

/** Sends more and more until the connection ends; answers how much. */
const sendOn = async (call: ClientRequest): Promise<number> => {
  const chunk = Buffer.alloc(65_536, 'x')
  let bytes = 0
  const gone = once(call, 'close')
  while (!call.destroyed) {
    bytes += chunk.length
    if (!call.write(chunk)) await Promise.race([once(call, 'drain'), gone])
  }
  return bytes
}

describe('an upload that ends badly', () => {
  it('is refused as soon as it is too long: its sender is answered, and the rest is not read', async () => {
    const call = begin('/api/uploads/taste/')
    const answer = answerOf(call)
    call.write(fileHead())
    const sent = sendOn(call)
    expect(await answer).toEqual({
      status: 413,
      connection: 'close',
      body: expect.objectContaining({ code: 'too_large', detail: expect.stringContaining('1,000 bytes') }),
    })
    call.destroy()
    expect(await sent).toBeLessThan(64 * MB)
  })

  it('is answered also when its sender listens only after all is sent', async () => {
    const socket = connect(port, '127.0.0.1')
    const rest = fileHead() + 'x'.repeat(8 * MB)
    socket.write(`POST /api/uploads/taste/ HTTP/1.1\r\nHost: x\r\n${HEADER_LINES}`)
    socket.write(`content-length: ${rest.length}\r\n\r\n`)
    await promisify<string, void>(socket.write).call(socket, rest)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close[\s\S]*"too_large"/)
  })

  it('is refused before a byte of it is read when nobody is signed in', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /api/uploads/ HTTP/1.1\r\nHost: x\r\ncontent-type: multipart/form-data; boundary=X\r\n',
    )
    socket.write('content-length: 1000000\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 401 [\s\S]*connection: close[\s\S]*"unauthenticated"/)
    expect(await left()).toEqual(NOTHING)
  })

  it.each([
    ['in its file', `${fileHead()}half of `],
    ['before its file', field('title', 'July').slice(0, 30)],
  ])('is refused when nothing more of it arrives, %s', async (_where, body) => {
    const call = begin('/api/uploads/hurry/')
    const answer = answerOf(call)
    call.write(body)
    expect(await answer).toMatchObject({
      status: 400,
      connection: 'close',
      body: { non_field_errors: ['Nothing of the request arrived for 0.3 seconds.'] },
    })
    expect(await left()).toEqual(NOTHING)
  })

  it('is refused when it comes too slowly, though it comes', async () => {
    const call = begin('/api/uploads/crawl/')
    const answer = answerOf(call)
    call.write(fileHead())
    const sent = sendOn(call)
    const why = 'The file comes too slowly: less than 1,099,511,627,776 bytes in 0.001 seconds.'
    expect(await answer).toMatchObject({
      status: 400,
      connection: 'close',
      body: { non_field_errors: [why] },
    })
    call.destroy()
    await sent
    expect(await left()).toEqual(NOTHING)
  })

  it('fails for its handler when the sender goes away, and leaves nothing', async () => {
    const call = begin()
    call.write(`${fileHead()}half of `)
    await expect.poll(async () => (await left()).drafts, PATIENTLY).toHaveLength(1)
    call.destroy()
    await expect.poll(() => failures, PATIENTLY).toHaveLength(1)
    expect(await left()).toEqual(NOTHING)
  })
})

it('an upload does not keep a server from stopping', async () => {
  const app = await uploadApp(files)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const call = begin('/api/uploads/', HEADERS, (app.server.address() as AddressInfo).port) // listens on TCP
  const answer = answerOf(call)
  call.write(`${fileHead()}half of `)
  await expect.poll(async () => (await left()).drafts, PATIENTLY).toHaveLength(1)
  const closed = app.close()
  expect(await answer).toMatchObject({ status: 503, connection: 'close', body: { code: 'stopping' } })
  call.destroy()
  await closed
  expect(await left()).toEqual(NOTHING)
})

it('an upload may take longer than any other body, which must be there in time', async () => {
  const call = begin()
  const answer = answerOf(call)
  call.write(`${fileHead()}half of `)
  const other = connect(port, '127.0.0.1')
  other.write('POST /api/nowhere/ HTTP/1.1\r\nHost: x\r\ncontent-length: 10\r\n\r\nhalf')
  expect(await text(other)).toMatch(/HTTP\/1.1 408 /)
  call.end(`it\r\n${END}`)
  expect(await answer).toMatchObject({ status: 200, body: { bytes: 10 } })
})

it(`${SENT_MB} MB pass through with little memory`, async () => {
  const server = fork(join(import.meta.dirname, 'fixtures/upload-server.ts'), [join(dir, 'large')], {
    execArgv: [],
  })
  const ask = async () => {
    const answer = once(server, 'message')
    server.send('memory')
    return Number((await answer)[0])
  }
  const [at] = (await once(server, 'message')) as [number]
  const warm = begin('/api/uploads/', HEADERS, at)
  const warmed = answerOf(warm)
  warm.end(file('x'.repeat(MB)) + END)
  await warmed

  const before = await ask()
  const call = begin('/api/uploads/', HEADERS, at)
  const answer = answerOf(call)
  const chunk = Buffer.alloc(MB, 'x')
  const body = function* () {
    yield fileHead()
    for (let sent = 0; sent < SENT_MB; sent += 1) yield chunk
    yield `\r\n${END}`
  }
  await pipeline(Readable.from(body()), call)
  expect(await answer).toMatchObject({ status: 200, body: { bytes: SENT_MB * MB } })
  const grown_mb = ((await ask()) - before) / MB
  if (process.env.UPLOADS) console.log(`${SENT_MB} MB: the server grew by ${grown_mb.toFixed(1)} MB`)
  server.kill()
  expect(grown_mb).toBeLessThan(GROWTH_MB_MAX)
}, 120_000)
