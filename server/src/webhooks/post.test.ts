import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createPlainServer, isIPv6 } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { networksOf } from './networks.ts'
import { openPost } from './post.ts'

/** Listens on all addresses of this machine; whatever arrives is a hit. */
let hits = 0
let answer: { status: number; headers?: Record<string, string>; body?: string; silent?: true } = {
  status: 204,
}
const server = createServer((request, response) => {
  hits += 1
  if (answer.silent) return
  request.resume().once('end', () => response.writeHead(answer.status, answer.headers).end(answer.body))
})
server.listen(0)
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo // it listens on a port

beforeEach(() => {
  hits = 0
  answer = { status: 204 }
})

const lookupOf = (...answers: string[][]) => {
  const asked: string[] = []
  const lookup = async (host: string): Promise<LookupAddress[]> => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  }
  return { asked, lookup }
}
const send = (url: string, means: Partial<Parameters<typeof openPost>[0]> = {}) =>
  openPost({ networks: networksOf([]), clock, ...means })({ url, headers: { 'webhook-id': 'x' }, body: '{}' })
const clock = { now: () => new Date() }
const CLOSED = 'no public address'

/** Each reaches this machine, its network or nobody; any of them could be the answer to a question for a name. */
const ADDRESSES = [
  ...['0.0.0.0', '0.0.0.1', '0.255.255.255', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255'],
  ...['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.255', '169.254.0.1', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
  ...['192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.254', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::2',
    '::127.0.0.1',
    '::10.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
  ],
  ...['::ffff:169.254.169.254', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:0:7f00:1::', '2001:2::1', '2001:10::1', '2001:db8::1', '2002:7f00:1::'],
  ...['2002:a00:1::1', '2002:c0a8:101::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00::1', 'fd12:3456:789a::1'],
  ...['fe80::1', 'fe80::1%lo', 'febf::1', 'fec0::1', 'ff00::1', 'ff02::1', 'ff0e::1'],
]

/** As people and attackers write them in addresses. */
const LITERALS = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1', '0'],
  ...['017700000001', '127.0.0.1.', '0xa.0.0.1', '3232235521', '00300.0250.0.1', '[::1]', '[::]', '[0:0::1]'],
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '[2002:7f00:1::]',
  ],
  ...['１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '169.254.169.254', '①②⑦.0.0.1'],
]

describe('an event goes to public addresses alone', () => {
  test('none of them is reached by a name that leads there', async () => {
    expect(ADDRESSES.length).toBeGreaterThanOrEqual(60)
    for (const scheme of ['http', 'https']) {
      for (const address of ADDRESSES) {
        const posted = await send(`${scheme}://hooks.example:${port}/`, lookupOf([address]))
        expect([address, posted.status_code, posted.fault]).toEqual([
          ...[
            address,
            null,
            expect.stringContaining(`hooks.example leads to ${address}, which is ${CLOSED}`),
          ],
        ])
      }
    }
    expect(hits).toBe(0)
  })

  test('nor by its number, however that is written', async () => {
    for (const literal of LITERALS) {
      const { fault } = await send(`http://${literal}:${port}/`, lookupOf(['127.0.0.1']))
      expect([literal, fault]).toEqual([literal, expect.stringContaining(CLOSED)])
    }
    expect(hits).toBe(0)
  })

  test('one bad address among good ones is enough', async () => {
    const { fault } = await send(`https://hooks.example:${port}/`, lookupOf(['93.184.215.14', '10.0.0.8']))
    expect(fault).toContain('hooks.example leads to 10.0.0.8')
  })

  test('the name of this machine leads where it leads', async () => {
    expect((await send(`http://localhost:${port}/`)).fault).toContain(CLOSED)
    expect(hits).toBe(0)
  })

  test.each(['93.184.215.14', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111'])(
    '%s is one',
    (address) => expect(networksOf([]).allows(address)).toBe(true),
  )
})

describe('a name that is answered otherwise the second time', () => {
  const networks = networksOf(['127.0.0.2'])
  test('is asked for once, and what was judged is what is called', async () => {
    const rebinding = lookupOf(['127.0.0.2'], ['127.0.0.1'])
    const first = await send(`http://hooks.example:${port}/`, { networks, ...rebinding })
    expect([first.fault, first.status_code, rebinding.asked, hits]).toEqual(['', 204, ['hooks.example'], 1])
    const second = await send(`http://hooks.example:${port}/`, { networks, ...rebinding })
    expect([second.fault, rebinding.asked.length, hits]).toEqual([expect.stringContaining(CLOSED), 2, 1])
  })
})

describe('a name server that does not answer', () => {
  const posting = (timeout_ms: number) => {
    const asked: string[] = []
    const silent = (host: string) => {
      asked.push(host)
      return new Promise<LookupAddress[]>(() => {})
    }
    const post = openPost({ networks: networksOf([]), clock, lookup: silent, timeout_ms })
    const postAll = (hosts: string[]) =>
      Promise.all(hosts.map((host) => post({ url: `https://${host}/`, headers: {}, body: '{}' })))
    return { asked, postAll }
  }
  const silenceOf = (host: string) => ({
    status_code: null,
    fault: `The name server of ${host} does not answer.`,
  })
  const IN_LINE = { status_code: null, fault: 'Nobody was called: other names were being looked up.' }

  test('is asked once by all who call one host', async () => {
    const { asked, postAll } = posting(200)
    expect(await postAll(Array(5).fill('silent.example'))).toMatchObject(
      Array(5).fill(silenceOf('silent.example')),
    )
    expect(asked).toEqual(['silent.example'])
  })

  test('keeps others in line, each no longer than it has time', async () => {
    const { asked, postAll } = posting(200)
    expect(await postAll(['a.example', 'b.example', 'c.example'])).toMatchObject([
      ...[silenceOf('a.example'), IN_LINE, IN_LINE],
    ])
    expect(asked).toEqual(['a.example'])
  })

  test('is not asked for those any more whose time is over, once it gave the first one up', async () => {
    const first = Promise.withResolvers<LookupAddress[]>()
    const asked: string[] = []
    const lookup = (host: string) => {
      asked.push(host)
      return host === 'a.example' ? first.promise : Promise.resolve([])
    }
    const post = openPost({ networks: networksOf([]), clock, lookup, timeout_ms: 200 })
    const to = (host: string) => post({ url: `https://${host}/`, headers: {}, body: '{}' })
    await Promise.all([to('a.example'), to('b.example')])
    const last = to('c.example')
    first.reject(new Error('timed out'))
    expect(await last).toMatchObject({ fault: 'The host c.example has no address.' })
    expect(asked).toEqual(['a.example', 'c.example'])
  })
})

describe('a host whose look-up took longer than anybody waits', () => {
  const MINUTE_MS = 60_000
  const SILENT = 'The name server of a.example does not answer.'
  const noAddressOf = (host: string) => `The host ${host} has no address.`

  /** Look-ups of a.example take as long as the test says, all others none. */
  const line = () => {
    const asked: string[] = []
    let now_ms = Date.now()
    let open: PromiseWithResolvers<LookupAddress[]> | undefined
    const lookup = (host: string) => {
      asked.push(host)
      if (host !== 'a.example') return Promise.resolve([])
      open = Promise.withResolvers()
      return open.promise
    }
    const timed = { now: () => new Date(now_ms) }
    const post = openPost({ networks: networksOf([]), clock: timed, lookup, timeout_ms: 200 })
    const to = async (host: string) =>
      (await post({ url: `https://${host}/`, headers: {}, body: '{}' })).fault
    const pass = (ms: number) => {
      now_ms += ms
    }
    /** The system gives it up after this time; then whoever stands in line has their turn. */
    const outlive = async () => {
      const fault = await to('a.example')
      pass(20_000)
      open?.reject(Object.assign(new Error('timed out'), { code: 'EAI_AGAIN' }))
      expect(await to('b.example')).toBe(noAddressOf('b.example'))
      return fault
    }
    const answer = async () => {
      const fault = to('a.example')
      await expect.poll(() => asked.at(-1)).toBe('a.example')
      open?.resolve([])
      return fault
    }
    return { asked, to, pass, outlive, answer }
  }

  test('is left alone for twice as long each time, an hour at most, while others are called', async () => {
    const { asked, to, pass, outlive } = line()
    for (const minutes of [2, 4, 8, 16, 32, 60, 60]) {
      expect(await outlive()).toBe(SILENT)
      const before = asked.length
      pass(minutes * MINUTE_MS - 1)
      expect([await to('a.example'), asked.length]).toEqual([SILENT, before])
      pass(1)
    }
  })

  test('is a host like others once it was found in time', async () => {
    const { to, pass, outlive, answer } = line()
    for (const minutes of [2, 4]) {
      await outlive()
      pass(minutes * MINUTE_MS)
    }
    expect(await answer()).toBe(noAddressOf('a.example'))
    await outlive()
    pass(2 * MINUTE_MS - 1)
    expect(await to('a.example')).toBe(SILENT)
    pass(1)
    expect(await answer()).toBe(noAddressOf('a.example'))
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('of %d is a failure, wherever it leads', async (status) => {
    const networks = networksOf(['127.0.0.2'])
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '[::1]']) {
      hits = 0
      answer = { status, headers: { location: `http://${host}:${port}/` } }
      const posted = await send(`http://127.0.0.2:${port}/`, { networks })
      expect([posted.status_code, posted.fault, hits]).toEqual([
        ...[status, expect.stringContaining('Redirects are not followed'), 1],
      ])
    }
  })
})

describe('where the operator has opened a network', () => {
  const networks = networksOf(['127.0.0.0/8', '::1'])
  const open = (path = '/') => send(`http://127.0.0.1:${port}${path}`, { networks })

  test('its addresses are called, also without encryption, and no others', async () => {
    expect(await open()).toMatchObject({ status_code: 204, fault: '' })
    expect(await send(`http://[::1]:${port}/`, { networks })).toMatchObject({ status_code: 204, fault: '' })
    const elsewhere = await send(`http://hooks.example:${port}/`, { networks, ...lookupOf(['8.8.8.8']) })
    expect(elsewhere.fault).toContain('http:// is for addresses that WEBHOOK_NETWORKS opens')
    expect(hits).toBe(2)
  })

  test('of an answer only the beginning is read and kept', async () => {
    answer = { status: 500, body: `\u0000<script>${'x'.repeat(5_000_000)}` }
    const posted = await open()
    expect(posted).toMatchObject({ status_code: 500, fault: 'The answer was 500.' })
    expect(posted.answer).toMatch(/^\ufffd<script>x+$/)
    expect(posted.answer.length).toBeLessThanOrEqual(1_024)
  })

  test('who does not answer in time has failed', async () => {
    answer = { status: 200, silent: true }
    const posted = await send(`http://127.0.0.1:${port}/`, { networks, timeout_ms: 100 })
    expect(posted).toMatchObject({ status_code: null, fault: 'No answer within 0.1 s.' })
    expect(posted.took_ms).toBeGreaterThanOrEqual(90)
  })

  test('who wants to go on in another protocol than HTTP has failed', async () => {
    const sockets = createPlainServer((socket) => {
      const headers = 'Upgrade: websocket\r\nConnection: Upgrade'
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n\r\n\x81\x02hi`)
        })
    })
    sockets.listen(0)
    await once(sockets, 'listening')
    const { port: at } = sockets.address() as AddressInfo // it listens on a port
    const posted = await send(`http://127.0.0.1:${at}/`, { networks })
    sockets.close()
    expect(posted).toMatchObject({ status_code: 101, answer: '', fault: 'The answer was 101.' })
  })

  test('nobody there is a failure too, and so is no host', async () => {
    expect((await send('http://127.0.0.1:9/', { networks })).fault).toBe('Nothing answers at 127.0.0.1.')
    const none = await send('https://hooks.example/', { networks, ...lookupOf([]) })
    expect(none.fault).toBe('The host hooks.example has no address.')
  })

  test('the certificate must be that of the name, by which the server is asked for it', async () => {
    const names: string[] = []
    const tls = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name)
        done(new Error('There is no certificate.'))
      },
    })
    tls.on('tlsClientError', () => {})
    tls.listen(0)
    await once(tls, 'listening')
    const { port: tls_port } = tls.address() as AddressInfo // it listens on a port
    const posted = await send(`https://hooks.example:${tls_port}/`, { networks, ...lookupOf(['127.0.0.1']) })
    expect([posted.status_code, posted.fault, names]).toEqual([
      ...[null, expect.stringMatching(/^The connection failed|^The certificate/), ['hooks.example']],
    ])
    tls.close()
  })
})
