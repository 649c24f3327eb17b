import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { anyOf, endpoint } from '#contract/endpoint.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Flag } from '#domain/access/flags.ts'
import { beginCall } from '../../../test/calls/late-call.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { routesWith } from './route.ts'

const of = {
  method: 'POST',
  access: anyOf('can_create_invoice'),
  reply: z.object({ by: z.string() }),
} as const
const save = endpoint({
  ...of,
  id: 'notes.save',
  path: '/save/',
  body: z.strictObject({ title: z.string() }),
})
const form = z.strictObject({ file: z.file() })
const attach = endpoint({ ...of, id: 'notes.attach', path: '/attach/', form })
const stream = endpoint({
  ...of,
  id: 'notes.stream',
  path: '/stream/',
  upload: { field: 'file', bytes_max: 99 },
})

/** Whoever calls; what they have may be taken from them. */
let caller: Caller | undefined
let asked = 0
let done: string[] = []
let port: number

const person = (name: string, ...flags: Flag[]): Caller => ({
  ...{ kind: 'user', user_id: 'u', email: 'aminah@lulus.example', display_name: name },
  ...{ access_type: 'user', flags: new Set(flags), stores: [] },
})
const doneBy = (by: Caller) => {
  const name = by.kind === 'user' ? by.display_name : by.name
  done.push(name)
  return { by: name }
}
const on = routesWith<object>()

beforeAll(async () => {
  const app = await createApp({ log: openLog('silent'), trusted_proxies: [], https: false })
  const routes = [
    on(save, (call) => doneBy(call.caller)),
    on(attach, (call) => doneBy(call.caller)),
    on(stream, async (call) => {
      await text(call.upload.content)
      return doneBy(await call.recheck())
    }),
  ]
  bindEndpoints(app, [save, attach, stream], routes, {
    authenticate: async () => {
      asked += 1
      const found = caller
      // A database answers no sooner.
      await setImmediate()
      return found
    },
    context: {},
    clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
    validate_replies: true,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // listens on TCP
  atEnd(() => app.close())
})
beforeEach(() => {
  caller = person('Aminah', 'can_create_invoice')
  asked = 0
  done = []
})

const FILE_HEAD = 'content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv'
const FILE = `--X\r\n${FILE_HEAD}\r\n\r\na;b\r\n--X--\r\n`
type Sent = [path: string, type: string, body: string]
const CALLS: Sent[] = [
  [save.path, 'application/json', '{"title": "x"}'],
  [attach.path, 'multipart/form-data; boundary=X', FILE],
  [stream.path, 'multipart/form-data; boundary=X', FILE],
]

const callOf = ([path, type, body]: Sent) => ({
  ...{ method: 'POST', url: `http://127.0.0.1:${port}${path}`, headers: { 'content-type': type }, body },
})

/** Sends all but the end, and that when the call has been judged and something has happened. */
const sendLate = async (sent: Sent, meanwhile: () => void) => {
  const call = beginCall(callOf(sent))
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(1)
  meanwhile()
  return call.finish()
}

test.each(CALLS)('a call of %s whose right ends before its body has come is not done', async (...sent) => {
  const gone = await sendLate(sent, () => {
    caller = undefined
  })
  expect(gone).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  asked = 0
  caller = person('Aminah', 'can_create_invoice')
  const less = await sendLate(sent, () => {
    caller = person('Aminah', 'can_view_invoice')
  })
  expect(less).toMatchObject({ status: 403, body: { code: 'flag_missing' } })
  expect(done).toEqual([])
})

test.each(CALLS)('a call of %s is done with the rights of when its body has come', async (...sent) => {
  const answer = await sendLate(sent, () => {
    caller = person('Aminah Yusof', 'can_create_invoice')
  })
  expect([answer.status, done]).toEqual([200, ['Aminah Yusof']])
})

test.each(CALLS)('a call of %s that comes in one piece is judged once', async (...sent) => {
  const { url, ...call } = callOf(sent)
  expect((await fetch(url, call)).status).toBe(200)
  expect(asked).toBe(1)
})
