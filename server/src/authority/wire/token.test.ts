import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { fixedClock } from '../../platform/clock/fixtures/fixed-clock.ts'
import { createAuthority } from '../calls/client.ts'
import { places } from './environments.ts'
import { openGate } from './gate.ts'
import { exchange } from './http.ts'
import { createTokens } from './token.ts'

const CREDENTIALS = { environment: 'simulator', client_id: 'lulus', client_secret: 'secret' } as const

type Reply = { status: number; body: unknown; headers?: Record<string, string> }

/** An authority that gives a new token at each login and answers the other calls as told. */
const startAuthority = async (
  login: (count: number) => Reply,
  call: (authorization: string) => Reply = () => ({ status: 200, body: {} }),
) => {
  const clock = fixedClock(new Date('2026-07-15T04:00:00Z'))
  const seen = { logins: 0, forms: [] as string[], calls: [] as string[] }
  const server = createServer((request, reply) => {
    let form = ''
    request.on('data', (chunk) => {
      form += chunk
    })
    request.on('end', () => {
      const authorization = request.headers.authorization ?? ''
      const isLogin = request.url === '/connect/token'
      if (isLogin) seen.forms.push(form)
      else seen.calls.push(authorization)
      if (isLogin) seen.logins += 1
      const { status, body, headers } = isLogin ? login(seen.logins) : call(authorization)
      reply.writeHead(status, headers).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A TCP server's address is an object.
  const where = places(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const gate = openGate()
  const ofProcess = () => createTokens({ places: where, clock, gate, network: exchange })
  return {
    clock,
    seen,
    tokens: ofProcess(),
    other: ofProcess(),
    authority: createAuthority({ places: where, clock }),
  }
}

const grant = (count: number, expires_in = 3600): Reply => ({
  status: 200,
  body: { access_token: `token-${count}`, expires_in, token_type: 'Bearer' },
})

test('a token is asked for once and kept', async () => {
  const { tokens, seen } = await startAuthority((count) => grant(count))
  expect(await tokens.get(CREDENTIALS)).toEqual({ kind: 'token', token: 'token-1' })
  expect(await tokens.get(CREDENTIALS)).toEqual({ kind: 'token', token: 'token-1' })
  expect(seen.forms).toEqual([
    'client_id=lulus&client_secret=secret&grant_type=client_credentials&scope=InvoicingAPI',
  ])
})

test('callers that come at once share one login', async () => {
  const { tokens, seen } = await startAuthority((count) => grant(count))
  const got = await Promise.all(Array.from({ length: 20 }, () => tokens.get(CREDENTIALS)))
  expect(new Set(got.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(seen.logins).toBe(1)
})

test('each client has a token of its own', async () => {
  const { tokens, seen } = await startAuthority((count) => grant(count))
  await tokens.get(CREDENTIALS)
  await tokens.get({ ...CREDENTIALS, client_id: 'other' })
  expect(seen.logins).toBe(2)
})

test('a token is renewed a minute before it ends', async () => {
  const { tokens, clock } = await startAuthority((count) => grant(count))
  await tokens.get(CREDENTIALS)
  clock.advance(3_539_000)
  expect(await tokens.get(CREDENTIALS)).toMatchObject({ token: 'token-1' })
  clock.advance(1_000)
  expect(await tokens.get(CREDENTIALS)).toMatchObject({ token: 'token-2' })
})

test('a token that is said to hold for ever is asked for anew the next day', async () => {
  const { tokens, seen, clock } = await startAuthority((count) => grant(count, 1e13))
  await tokens.get(CREDENTIALS)
  clock.advance(DAY_MS)
  expect(await tokens.get(CREDENTIALS)).toMatchObject({ token: 'token-2' })
  expect(seen.logins).toBe(2)
})

test('a token that the authority refuses is replaced once, and the call repeated', async () => {
  const { authority, seen } = await startAuthority(
    (count) => grant(count),
    (authorization) =>
      authorization === 'Bearer token-1' ? { status: 401, body: {} } : { status: 200, body: { result: [] } },
  )
  expect(await authority.reach(CREDENTIALS)).toBe(true)
  expect(seen.calls).toEqual(['Bearer token-1', 'Bearer token-2'])
})

test('when the fresh token is refused too, the credentials are, and nothing loops', async () => {
  const { authority, seen } = await startAuthority(
    (count) => grant(count),
    () => ({ status: 401, body: {} }),
  )
  expect(await authority.submit(CREDENTIALS, [])).toMatchObject({
    kind: 'unavailable',
    credentials_refused: true,
  })
  expect(seen.calls).toHaveLength(2)
})

const REFUSED: Reply = { status: 400, body: { error: 'invalid_client' } }

describe('credentials that are refused', () => {
  test('are told with the authority’s reason, and not asked about again for a minute', async () => {
    const { tokens, seen, clock } = await startAuthority((count) => (count === 1 ? REFUSED : grant(count)))
    const refusal = {
      kind: 'unavailable',
      credentials_refused: true,
      why: expect.stringMatching(/^The authority refused the credentials\. .*the secret has expired/),
    }
    expect(await tokens.get(CREDENTIALS)).toMatchObject({ ...refusal, retry_after_ms: 60_000 })
    clock.advance(20_000)
    for (let asked = 0; asked < 10; asked++)
      expect(await tokens.get(CREDENTIALS)).toMatchObject({ ...refusal, retry_after_ms: 40_000 })
    expect(seen.logins).toBe(1)
    clock.advance(40_000)
    expect(await tokens.get(CREDENTIALS)).toMatchObject({ token: 'token-2' })
  })

  test('again and again are asked about ever less often, up to each quarter of an hour', async () => {
    const { tokens, seen, clock } = await startAuthority(() => REFUSED)
    for (let minute = 0; minute < 60; minute++) {
      await tokens.get(CREDENTIALS)
      clock.advance(60_000)
    }
    // At minutes 0, 1, 3, 7, 15, 30 and 45.
    expect(seen.logins).toBe(7)
    // Nobody asked for a day: it begins anew.
    clock.advance(25 * HOUR_MS)
    expect(await tokens.get(CREDENTIALS)).toMatchObject({ retry_after_ms: 60_000 })
  })

  test('are no reason not to sign in with a new secret, or with these where somebody says so', async () => {
    const { tokens, seen } = await startAuthority((count) => (count % 2 === 1 ? REFUSED : grant(count)))
    await tokens.get(CREDENTIALS)
    const renewed = { ...CREDENTIALS, client_secret: 'renewed' }
    expect(await tokens.get(renewed)).toMatchObject({ token: 'token-2' })
    await tokens.drop(renewed)
    await tokens.get(renewed)
    await tokens.forget(renewed)
    expect(await tokens.get(renewed)).toMatchObject({ token: 'token-4' })
    expect(seen.logins).toBe(4)
  })

  test('are known to all processes, and those of an intermediary for all for whom it acts', async () => {
    const refuse = (client_secret: string) => ({ ...CREDENTIALS, client_secret })
    const { tokens, other, seen } = await startAuthority((count) => {
      const own_words = count === 1 ? 'invalid_client' : 'unauthorized_client'
      return { status: 400, body: { error: own_words } }
    })
    await tokens.get({ ...refuse('wrong'), on_behalf_of: 'C24187306090' })
    await other.get({ ...refuse('wrong'), on_behalf_of: 'C20935518040' })
    expect(seen.logins).toBe(1)
    // Of one company it says nothing of another one.
    await tokens.get({ ...refuse('right'), on_behalf_of: 'C24187306090' })
    await other.get({ ...refuse('right'), on_behalf_of: 'C24187306090' })
    await other.get({ ...refuse('right'), on_behalf_of: 'C20935518040' })
    expect(seen.logins).toBe(3)
  })
})

test.each([
  ['a fault', { status: 500, body: {} }, 10_000],
  ['too many logins', { status: 429, body: {}, headers: { 'retry-after': '30' } }, 30_000],
  ['a grant without a token', { status: 200, body: { expires_in: 3600 } }, 10_000],
  ['a token that no header takes', { status: 200, body: { access_token: 'a\nb', expires_in: 3600 } }, 10_000],
])(
  '%s at login means that nothing was sent and the credentials are not at fault',
  async (_, reply, pause) => {
    const { authority } = await startAuthority(() => reply)
    expect(await authority.submit(CREDENTIALS, [])).toMatchObject({
      kind: 'unavailable',
      credentials_refused: false,
      retry_after_ms: pause,
    })
  },
)
