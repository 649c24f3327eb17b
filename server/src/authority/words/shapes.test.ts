import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../platform/clock/clock.ts'
import { type Authority, createAuthority } from '../calls/client.ts'
import { places } from '../wire/environments.ts'
import type { Reason } from './answers.ts'
import shapes from './fixtures/answer-shapes.json' with { type: 'json' }
import { explain } from './sentences.ts'

/**
 * What the real service, or something before it, has been seen to answer, and what must come of each. `source` says
 * where a shape is from; [O], [W], [?] are the marks of the reference: published, seen on the wire, not confirmed.
 */
const Shape = z.strictObject({
  name: z.string(),
  source: z.string().min(1),
  call: z.enum(['submit', 'state', 'details', 'submission', 'validate', 'search-tin', 'qr', 'token']),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** A text is sent as it is, anything else as JSON. */
  body: z.unknown(),
  becomes: z.strictObject({
    kind: z.string(),
    reasons: z
      .array(
        z.strictObject({
          code: z.string(),
          field: z.string().optional(),
          begins: z.string().min(10),
          malay: z.string().optional(),
        }),
      )
      .optional(),
    credentials_refused: z.boolean().optional(),
    why: z.string().optional(),
  }),
})
type Shape = z.output<typeof Shape>
const SHAPES = z.array(Shape).parse(shapes)

const CREDENTIALS = { environment: 'simulator', client_id: 'lulus', client_secret: 'secret' } as const
const DOCUMENT = { code_number: 'INV-1', bytes: Buffer.from('<Invoice/>'), document_hash: 'ab' }
const UUID = 'F9D425P6DS7D8IU3GA3J10XXXX'
const QR_CODE = '8e0b62ba-7fbb-4f25-9a65-5f3f8b36a1f2'

/** Each call of the client that reads a body of the authority. */
const CALLS: Record<Shape['call'], (authority: Authority) => Promise<object>> = {
  submit: (authority) => authority.submit(CREDENTIALS, [DOCUMENT]),
  state: (authority) => authority.cancel(CREDENTIALS, UUID, 'Wrong buyer'),
  details: (authority) => authority.details(CREDENTIALS, UUID),
  submission: (authority) => authority.submission(CREDENTIALS, 'HJSD135P2S7D8IU3GA3J10XXXX'),
  validate: (authority) =>
    authority.validateTin(CREDENTIALS, { tin: 'C2584563200', id_type: 'BRN', id_value: '201901234567' }),
  'search-tin': (authority) => authority.searchTin(CREDENTIALS, { name: 'Kembar' }),
  qr: (authority) => authority.taxpayerFromQr(CREDENTIALS, QR_CODE),
  token: (authority) => authority.submit(CREDENTIALS, [DOCUMENT]),
}

let shown: Shape | undefined
const isLogin = (request: IncomingMessage) => request.url === '/connect/token'

/** Answers a login with a token, and the call in question with the shape that is shown. */
const server = createServer((request, reply) => {
  if (!shown || (isLogin(request) && shown.call !== 'token')) {
    reply.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
    return
  }
  const { status, headers, body } = shown
  reply.writeHead(status, { correlationId: 'c-1', ...headers })
  reply.end(typeof body === 'string' ? body : JSON.stringify(body))
})

beforeAll(
  () =>
    new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening)
    }),
)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const answerTo = (shape: Shape) => {
  shown = shape
  // A TCP server's address is an object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return CALLS[shape.call](createAuthority({ places: places(url), clock: systemClock }))
}

const Told = z.object({
  reasons: z.array(z.custom<Reason>()).optional(),
  rejected: z.array(z.object({ reasons: z.array(z.custom<Reason>()) })).optional(),
  value: z
    .object({ steps: z.array(z.object({ reasons: z.array(z.custom<Reason>()) })).optional() })
    .optional()
    .catch(undefined),
})

/** The reasons of an answer, wherever its call puts them. */
const reasonsIn = (answer: unknown): Reason[] => {
  const { reasons = [], rejected = [], value } = Told.parse(answer)
  return [reasons, ...[...rejected, ...(value?.steps ?? [])].map((one) => one.reasons)].flat()
}

const LINE = /^(?:([a-z_.0-9]+): )?(.+)$/

test('there are at least forty shapes, and no two of one name', () => {
  expect(new Set(SHAPES.map(({ name }) => name)).size).toBe(SHAPES.length)
  expect(SHAPES.length).toBeGreaterThanOrEqual(40)
})

describe('of what the authority answers comes what must', () => {
  test.each(SHAPES.map((shape) => [shape.name, shape] as const))('%s', async (_, shape) => {
    const answer = await answerTo(shape)
    const { kind, reasons: wanted = [], why, credentials_refused } = shape.becomes
    expect(answer).toMatchObject({
      kind,
      ...(credentials_refused !== undefined && { credentials_refused }),
      ...(why && { why: expect.stringContaining(why) }),
    })
    const reasons = reasonsIn(answer)
    expect(reasons.map(({ code }) => code)).toEqual(wanted.map(({ code }) => code))
    for (const [index, { field, begins, malay }] of wanted.entries()) {
      const line = explain(reasons.slice(index, index + 1), 'c-1', false)
      const [, named, words] = LINE.exec(line) ?? []
      expect(named).toBe(field)
      expect(words?.startsWith(begins), line).toBe(true)
      const twin = / Bahasa Malaysia: (.+)$/.exec(line)?.[1] ?? ''
      if (malay !== undefined) expect(twin.slice(0, malay.length || 1)).toBe(malay)
    }
  })
})
