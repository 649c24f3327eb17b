import { beforeAll, beforeEach, expect, test } from 'vitest'
import { anyOf, endpoint } from '#contract/endpoint.ts'
import type { StoreScope, UserCaller } from '#domain/access/caller.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { databaseTrouble } from '../db/trouble.ts'
import { csvReply } from '../lists/csv-reply.ts'
import { workbookReply } from '../lists/workbook-reply.ts'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { routesWith } from './route.ts'

const file = (ending: 'csv' | 'xlsx') =>
  endpoint({
    ...{ id: `numbers.${ending}`, method: 'GET', path: `/api/numbers/${ending}/` },
    ...{ access: anyOf('can_export_csv'), reply: 'file' },
  })
const [csv, xlsx] = [file('csv'), file('xlsx')]

const store = (code: string): StoreScope => ({ store_code_id: code, sender_entity_id: 'e', code })
const AMINAH: UserCaller = {
  ...{ kind: 'user', user_id: 'u', email: 'aminah@lulus.example', display_name: 'Aminah' },
  ...{ access_type: 'user', flags: new Set(['can_export_csv', 'can_view_invoice']) },
  stores: [store('KUL01'), store('PEN01')],
}

const BATCHES = 3
const clock = fixedClock(new Date('2026-03-01T00:00:00Z'))
let caller: UserCaller | undefined
/** What becomes of the questions while a call goes on, instead of an answer. */
let trouble: Error | undefined
/** Each question of who calls: whether it was asked while a call went on. */
let asked: boolean[]
/** Held until the test has seen the beginning of the file. */
let begun: PromiseWithResolvers<void>
let url: string

type Row = { n: number }
const next = async (after: Row | undefined, limit: number): Promise<Row[]> => {
  const from = after ? after.n + 1 : 0
  if (from >= limit) await begun.promise
  return Array.from({ length: from < limit * BATCHES ? limit : 0 }, (_, at) => ({ n: from + at }))
}
const report = { filename: 'numbers', columns: [['Number', ({ n }: Row) => String(n)]] as const, next }

beforeAll(async () => {
  const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
  const on = routesWith<object>()
  const routes = [
    on(csv, async () => csvReply(report)),
    on(xlsx, async () => workbookReply({ ...report, sheet: 'Numbers' })),
  ]
  bindEndpoints(app, [csv, xlsx], routes, {
    authenticate: async (_request, _endpoint, going_on = false) => {
      asked.push(going_on)
      if (going_on && trouble) throw trouble
      return caller
    },
    context: {},
    clock,
    validate_replies: true,
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
})
beforeEach(() => {
  caller = AMINAH
  trouble = undefined
  asked = []
  begun = Promise.withResolvers()
})

/** Takes the beginning of a file, and the rest when something has happened so many milliseconds later. */
const takeSlowly = async (path: string, ms: number, meanwhile: () => void) => {
  const reply = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity' } })
  expect(reply.status).toBe(200)
  meanwhile()
  clock.advance(ms)
  begun.resolve()
  return (await reply.bytes()).length
}

const CUT = [
  ['signed out, or switched off', () => undefined],
  ['without the permission', () => ({ ...AMINAH, flags: new Set(['can_view_invoice'] as const) })],
  [
    'without a permission by which rows are chosen',
    () => ({ ...AMINAH, flags: new Set(['can_export_csv'] as const) }),
  ],
  ['without a department', () => ({ ...AMINAH, stores: [store('KUL01')] })],
] as const

test.each(CUT)('whoever is %s meanwhile gets no more of a file', async (_what, left) => {
  for (const { path } of [csv, xlsx]) {
    begun = Promise.withResolvers()
    caller = AMINAH
    const taken = takeSlowly(path, 15_000, () => {
      caller = left()
    })
    await expect(taken).rejects.toThrow()
  }
})

test('so does a superadmin who is none any more', async () => {
  const superadmin = { ...AMINAH, access_type: 'superadmin' as const }
  caller = superadmin
  const taken = takeSlowly(csv.path, 15_000, () => {
    caller = AMINAH
  })
  await expect(taken).rejects.toThrow()
})

test('whoever has as much as before, or more, gets the whole file, and is asked for now and then', async () => {
  const more = () => {
    caller = { ...AMINAH, stores: [store('JHB01'), ...AMINAH.stores] }
  }
  expect(await takeSlowly(csv.path, 15_000, more)).toBeGreaterThan(BATCHES * 4_000)
  expect(asked).toEqual([false, true])
})

test('a database that is away for a moment cuts no file; anything else that fails does', async () => {
  const failing = (error: Error | undefined) =>
    takeSlowly(csv.path, 15_000, () => {
      trouble = error
    })
  expect(await failing(databaseTrouble(new Error('Connection terminated')))).toBeGreaterThan(BATCHES * 4_000)
  expect(asked).toEqual([false, true])
  begun = Promise.withResolvers()
  await expect(failing(new TypeError('A fault of ours'))).rejects.toThrow()
})

test('a file that is taken at once asks nothing', async () => {
  expect(await takeSlowly(csv.path, 14_999, () => {})).toBeGreaterThan(BATCHES * 4_000)
  expect(asked).toEqual([false])
})
