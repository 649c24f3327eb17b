import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyOf, type Endpoint, endpoint, keyOrAnyOf, loggedIn, open, superadmin } from '#contract/endpoint.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, unauthenticated } from '#domain/problems.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { type Route, routesWith } from './route.ts'

const line = z.object({ unit_price: z.string().regex(/^\d+$/, 'Not a number.') })
const save = endpoint({
  id: 'notes.save',
  method: 'POST',
  path: '/api/notes/:id/',
  access: anyOf('can_create_invoice'),
  params: z.object({ id: z.string().max(5) }),
  query: z.object({ status: z.array(z.enum(['a', 'b'])).optional() }),
  body: z.strictObject({ title: z.string(), items: z.array(line) }),
  status: 201,
  reply: z.object({ id: z.string(), status: z.array(z.string()), title: z.string() }),
})
const upload = endpoint({
  id: 'notes.upload',
  method: 'POST',
  path: '/api/notes/upload/',
  access: keyOrAnyOf('can_create_invoice'),
  form: z.object({ file: z.file(), tags: z.array(z.string()) }),
  body_bytes_max: 1000,
  reply: z.object({ name: z.string(), text: z.string(), tags: z.array(z.string()) }),
})
const download = endpoint({
  id: 'notes.print',
  method: 'GET',
  path: '/api/notes/print/',
  access: loggedIn,
  reply: 'file',
})
const wipe = endpoint({
  id: 'notes.wipe',
  method: 'DELETE',
  path: '/api/notes/',
  access: superadmin,
  status: 204,
  reply: z.undefined(),
})
const ping = endpoint({
  id: 'notes.ping',
  method: 'GET',
  path: '/api/ping/',
  access: open,
  reply: z.object({ at: z.string() }),
})
const deliver = endpoint({
  id: 'notes.deliver',
  method: 'POST',
  path: '/api/notes/deliver/',
  access: open,
  reply: z.object({ bytes: z.int() }),
})
const all = [save, upload, download, wipe, ping, deliver]

const on = routesWith<{ greeting: string }>()
const routes: Route<{ greeting: string }>[] = [
  on(save, ({ params, query, body, greeting }) => {
    if (body.title === 'taken') throw conflict('title_taken', 'This title is taken.')
    if (body.title === 'broken') throw new Error('secret internals')
    const answer = { id: params.id, status: query.status ?? [], title: `${greeting} ${body.title}` }
    return body.title === 'leaky' ? { ...answer, password_hash: 'x' } : answer
  }),
  on(upload, async ({ form }) => ({ name: form.file.name, text: await form.file.text(), tags: form.tags })),
  on(download, () => ({
    content: Buffer.from('%PDF-'),
    content_type: 'application/pdf',
    filename: 'Invois “é”.pdf',
  })),
  on(wipe, () => undefined),
  on(deliver, ({ body_bytes }) => ({ bytes: body_bytes?.length ?? 0 })),
  on(ping, ({ now, setHeader }) => {
    setHeader('x-mood', 'fine')
    return { at: now.toISOString() }
  }),
]

const caller = (
  access_type: 'user' | 'superadmin',
  ...flags: Caller['flags'] extends ReadonlySet<infer F> ? F[] : never
): Caller => ({
  kind: 'user',
  user_id: 'u',
  email: 'aminah@lulus.example',
  display_name: 'Aminah',
  access_type,
  flags: new Set(flags),
  stores: [],
})
const people: Record<string, Caller> = {
  maker: caller('user', 'can_create_invoice'),
  reader: caller('user', 'can_view_invoice'),
  devi: caller('superadmin'),
  key: {
    ...caller('user', 'can_create_invoice'),
    kind: 'api_key',
    key_id: 'k',
    name: 'till',
    sender_entity_id: 'e',
  },
}

describe('the bound contract', () => {
  let app: FastifyInstance
  afterEach(async () => app?.close())

  const build = async (endpoints: readonly Endpoint[] = all, handlers: typeof routes = routes) => {
    app = await createApp({ log: openLog('silent'), trusted_proxies: [], https: true })
    bindEndpoints(app, endpoints, handlers, {
      authenticate: async (request) => {
        const token = request.headers.authorization
        if (token === 'dead') throw unauthenticated('token_expired', 'Sign in again.')
        return token === undefined ? undefined : people[token]
      },
      context: { greeting: 'Salam' },
      clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
      validate_replies: true,
    })
    return app
  }
  const post = async (url: string, body: unknown, authorization?: string) =>
    (await build()).inject({
      method: 'POST',
      url,
      headers: authorization === undefined ? {} : { authorization },
      payload: body as object, // light-my-request takes any JSON value
    })
  const fine = { title: 'x', items: [{ unit_price: '1' }] }

  it('gives the handler what the schemas read and sends its answer with the stated status', async () => {
    const reply = await post('/api/notes/n1/?status=a', fine, 'maker')
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({ id: 'n1', status: ['a'], title: 'Salam x' })
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    expect(reply.headers['strict-transport-security']).toContain('max-age')
  })

  it('adds the headers that the handler sets', async () => {
    const reply = await (await build()).inject('/api/ping/')
    expect([reply.statusCode, reply.headers['x-mood']]).toEqual([200, 'fine'])
  })

  it('takes the path with and without its last slash', async () => {
    expect((await post('/api/notes/n1', fine, 'maker')).statusCode).toBe(201)
    expect((await post('/api/notes/n1/', fine, 'maker')).statusCode).toBe(201)
  })

  it('names bad fields by dotted path, and refuses unknown ones', async () => {
    const reply = await post(
      '/api/notes/n1/',
      { items: [{ unit_price: '1' }, { unit_price: 'x' }], extra: 1 },
      'maker',
    )
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      title: ['This field is required.'],
      'items.1.unit_price': ['Not a number.'],
      extra: ['This field is not known.'],
      code: 'invalid_fields',
    })
  })

  it('says what concerns the whole body under non_field_errors', async () => {
    expect((await post('/api/notes/n1/', [], 'maker')).json()).toHaveProperty('non_field_errors')
    const broken = await (await build()).inject({
      method: 'POST',
      url: '/api/notes/n1/',
      headers: { authorization: 'maker', 'content-type': 'application/json' },
      payload: '{"title": ',
    })
    expect(broken.statusCode).toBe(400)
    expect(broken.json()).toHaveProperty('non_field_errors')
  })

  it('refuses what no body may hold while it arrives, and answers the next call', async () => {
    const url = await (await build()).listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: 'maker', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: `[${'0,'.repeat(400_000)}0]` }
    const refused = await fetch(`${url}/api/notes/n1/`, init)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      non_field_errors: [expect.stringContaining('150,000 values')],
    })
    const next = await fetch(`${url}/api/notes/n1/`, { ...init, body: JSON.stringify(fine) })
    expect(next.status).toBe(201)
  })

  it('bounds a body whose signature alone is read', async () => {
    const url = await (await build()).listen({ port: 0, host: '127.0.0.1' })
    const send = (body: string) =>
      fetch(`${url}/api/notes/deliver/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    expect(await (await send('[1]')).json()).toEqual({ bytes: 3 })
    expect((await send(`[${'0,'.repeat(400_000)}0]`)).status).toBe(400)
  })

  it('asks who is there before it reads the body', async () => {
    const bad = { nonsense: true }
    expect((await post('/api/notes/n1/', bad)).json()).toMatchObject({ code: 'unauthenticated' })
    expect((await post('/api/notes/n1/', bad, 'dead')).json()).toMatchObject({ code: 'token_expired' })
    expect((await post('/api/notes/n1/', bad, 'reader')).statusCode).toBe(403)
    expect((await post('/api/notes/n1/', bad, 'key')).json()).toMatchObject({ code: 'flag_missing' })
    expect((await post('/api/notes/n1/', fine, 'devi')).statusCode).toBe(201)
  })

  it.each([
    ['GET', '/api/notes/print/', 'key', 403],
    ['GET', '/api/notes/print/', 'reader', 200],
    ['DELETE', '/api/notes/', 'maker', 403],
    ['DELETE', '/api/notes/', 'devi', 204],
    ['GET', '/api/ping/', 'dead', 200],
    ['HEAD', '/api/notes/print/', 'key', 403],
    ['HEAD', '/api/ping/', 'dead', 200],
    ['GET', '/api/nowhere/', 'devi', 404],
  ] as const)('answers %s %s by %s with %i', async (method, url, authorization, status) => {
    const reply = await (await build()).inject({ method, url, headers: { authorization } })
    expect(reply.statusCode).toBe(status)
  })

  it('reads forms with files, also for a key', async () => {
    const form = new FormData()
    form.set('file', new File(['a,b'], 'lines.csv'))
    form.append('tags', 'x')
    const request = {
      method: 'POST',
      url: '/api/notes/upload/',
      headers: { authorization: 'key' },
      payload: form,
    } as const
    const reply = await (await build()).inject(request)
    expect(reply.json()).toEqual({ name: 'lines.csv', text: 'a,b', tags: ['x'] })
    form.set('file', new File(['y'.repeat(1001)], 'large.csv'))
    expect((await (await build()).inject(request)).json()).toMatchObject({ code: 'too_large' })
    form.set('file', new File(['y'], 'small.csv'))
    form.set('tags', 'x'.repeat(1001))
    expect((await (await build()).inject(request)).json()).toMatchObject({ code: 'too_large' })
  })

  it.each([
    [
      'breaks off in a file',
      'boundary=X',
      '--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['breaks off in a text', 'boundary=X', '--X\r\ncontent-disposition: form-data; name="tags"\r\n\r\nx'],
    ['is none', 'boundary=X', 'hello'],
    ['names no boundary', '', 'hello'],
  ])('refuses a form that %s', async (_what, boundary, payload) => {
    const headers = { authorization: 'key', 'content-type': `multipart/form-data; ${boundary}` }
    const request = { method: 'POST', url: '/api/notes/upload/', headers, payload } as const
    const reply = await (await build()).inject(request)
    expect([reply.statusCode, reply.json().non_field_errors?.length]).toEqual([400, 1])
  })

  it.each([
    ['is not UTF-8', '', Buffer.from('caf\xe9', 'latin1'), 'This is not UTF-8.'],
    [
      'is no text',
      'content-type: application/json\r\n',
      Buffer.from('{}'),
      'Please send this field as a text.',
    ],
  ])('names the field of a form that %s', async (_what, header, value, why) => {
    const payload = Buffer.concat([
      Buffer.from(`--X\r\ncontent-disposition: form-data; name="tags"\r\n${header}\r\n`),
      value,
      Buffer.from('\r\n--X--\r\n'),
    ])
    const headers = { authorization: 'key', 'content-type': 'multipart/form-data; boundary=X' }
    const request = { method: 'POST', url: '/api/notes/upload/', headers, payload } as const
    const reply = await (await build()).inject(request)
    expect([reply.statusCode, reply.json().tags]).toEqual([400, [why]])
  })

  it('refuses other content types, and bodies that are too large', async () => {
    const types = { authorization: 'maker', 'content-type': 'text/plain' }
    const text = await (await build()).inject({
      method: 'POST',
      url: '/api/notes/n1/',
      headers: types,
      payload: 'hi',
    })
    expect(text.statusCode).toBe(415)
    expect(text.json()).toMatchObject({ code: 'unsupported_type' })
    expect((await post('/api/notes/upload/', fine, 'maker')).statusCode).toBe(415)
    const large = await post('/api/notes/n1/', { ...fine, title: 'x'.repeat(1_100_000) }, 'maker')
    expect(large.statusCode).toBe(413)
    expect(large.json()).toMatchObject({ code: 'too_large' })
  })

  it('sends downloads under their exact name', async () => {
    const reply = await (await build()).inject({
      url: '/api/notes/print/',
      headers: { authorization: 'reader' },
    })
    expect(reply.body).toBe('%PDF-')
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="Invois ___.pdf"; filename*=UTF-8''Invois%20%E2%80%9C%C3%A9%E2%80%9D.pdf`,
    )
  })

  it('tells problems to the caller and faults only to the log', async () => {
    const taken = await post('/api/notes/n1/', { ...fine, title: 'taken' }, 'maker')
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'title_taken'])
    const broken = await post('/api/notes/n1/', { ...fine, title: 'broken' }, 'maker')
    expect(broken.statusCode).toBe(500)
    expect(broken.json()).toEqual({ request_id: broken.headers['x-request-id'] })
  })

  it('lets no answer carry more than its contract', async () => {
    expect((await post('/api/notes/n1/', { ...fine, title: 'leaky' }, 'maker')).statusCode).toBe(500)
  })

  it('refuses to start with a gap, a stranger or a double', async () => {
    await expect(build(all, routes.slice(1))).rejects.toThrow('notes.save has no handler')
    await expect(build(all.slice(1))).rejects.toThrow('notes.save is not in the contract')
    await expect(build([...all, { ...ping, method: 'POST' }])).rejects.toThrow('twice notes.ping')
    await expect(build([...all, { ...ping, id: 'notes.pong', path: '/api/ping' }])).rejects.toThrow(
      'twice GET /api/ping',
    )
    await expect(build(all, [...routes, ...routes.slice(0, 1)])).rejects.toThrow(
      'twice the handler of notes.save',
    )
  })

  it('refuses to start with a route that the contract does not know', async () => {
    const built = await build()
    built.get('/api/backdoor/', async () => 'hello')
    await expect(built.ready()).rejects.toThrow('Not in the contract: GET /api/backdoor/')
  })
})
