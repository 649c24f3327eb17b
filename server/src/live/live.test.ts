import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { settings } from '#contract/installation/settings.ts'
import { live, READS_OF, TOPICS } from '#contract/live.ts'
import { broadcasts } from '#contract/notifications/messages.ts'
import { changeRequests } from '#contract/people/change-requests.ts'
import { session } from '#contract/people/session.ts'
import { users } from '#contract/people/users.ts'
import { rules } from '#contract/shaping/rules.ts'
import { templates } from '#contract/templates.ts'
import { buildDocument, decide } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { closeSession, closeSessionsOf } from '../access/sessions.ts'
import type { AccountName } from '../demo/company.ts'
import { inTransaction } from '../platform/db/database.ts'
import { listenFor } from './ear.ts'
import { openTab, type Tab } from './fixtures/listening.ts'
import { announcing, type Heard } from './heard.ts'
import { openHub, STREAMS_OF_PERSON_MAX } from './hub.ts'
import { PAUSE_MS } from './stream.ts'

const world = await createWorld()
const { hub, clock, db, log } = world
const SOON = { timeout: 10_000, interval: 20 }
const IDLE_MS_MAX = 900_000

let url: string
let ear: ReturnType<typeof listenFor>
const tabs: Tab[] = []

/** A second web process on the same database. */
const other = openHub({ log })
const other_ear = listenFor(other, { connection: world.connection, standby: undefined, log })

beforeAll(async () => {
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  ear = listenFor(hub, { connection: world.connection, standby: undefined, log })
  await vi.waitUntil(async () => (await listeners()) === 2, SOON)
})
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.leave()
  await vi.waitUntil(() => hub.count() === 0, SOON)
})
afterAll(async () => {
  await ear.close()
  await other_ear.close()
  other.close()
})

const listeners = async () =>
  (
    await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lulus live' AND query <> ''`.execute(db)
  ).rows[0]?.n

const openWith = async (headers: Record<string, string>) => {
  const tab = await openTab(url, headers)
  tabs.push(tab)
  if (tab.response.ok) await expect.poll(() => tab.heard.length, SOON).toBeGreaterThan(0)
  return tab
}
const open = async (who: AccountName, headers: Record<string, string> = {}) =>
  openWith({ ...(await world.tokenHeader(world.company.users[who])), ...headers })

const CUSTOMER = {
  ...{ name: 'Kedai Runcit Aman', tin_no: 'C25845632020', identity_type: 'BRN' },
  ...{ identity_number: '201801012345', contact_number: '+60312345678', address1: '12 Jalan Tun Razak' },
  ...{ zipcode: '50400', city: 'Kuala Lumpur', state: '14', country: 'MYS' },
} as const

const say = async (heard: Heard) => {
  for (const one of announcing(heard)) await sql`SELECT ${one}`.execute(db)
}
const placeOf = async (who: AccountName) => (await world.as(who).call(live.news, { query: {} })).body.id
const newsFor = async (who: AccountName, after: string) =>
  (await world.as(who).call(live.news, { query: { after } })).body.old

describe('what somebody does', () => {
  it('is heard by those who may see it, in every process, and by nobody else', async () => {
    const [aminah, chong, ezra] = [await open('aminah'), await open('chong'), await open('ezra')]
    const elsewhere = other.since((await world.callerOf('bakri')) as never, '').id
    await buildDocument(world, { sender_store_code: 'KUL01' })
    await expect.poll(aminah.topics, SOON).toContain('documents')
    // What is said later is heard later: who has heard that has missed nothing of before.
    const { users } = world.company
    await say({ topic: 'imports', users: [users.chong, users.ezra] })
    await expect.poll(chong.topics, SOON).toEqual(['imports'])
    await expect.poll(ezra.topics, SOON).toEqual(['imports'])
    const bakri = (await world.callerOf('bakri')) as never
    await expect.poll(() => other.since(bakri, elsewhere).old, SOON).toContain('documents')
  })

  it('says no more than what to ask for again', async () => {
    const tab = await open('devi')
    const document = await buildDocument(world)
    await decide(world, 'bakri', document.id)
    await expect.poll(tab.topics, SOON).toContain('documents')
    expect(tab.heard.map((news) => Object.keys(news))).toEqual(tab.heard.map(() => ['id', 'old']))
    expect(JSON.stringify(tab.heard)).not.toContain(document.id)
    expect(Object.fromEntries(tab.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
    })
    expect(tab.response.headers.get('content-encoding')).toBeNull()
  })

  it('is an event now and then, however much it is', async () => {
    const tab = await open('aminah')
    const began_ms = performance.now()
    for (let more = 0; more < 100; more += 1)
      await say({ topic: 'documents', stores: [world.company.stores.KUL01] })
    await say({ topic: 'imports', users: [world.company.users.aminah] })
    await expect.poll(tab.topics, SOON).toContain('imports')
    expect(tab.heard.length).toBeLessThanOrEqual(3 + (performance.now() - began_ms) / PAUSE_MS)
  })

  it('is not counted by who may not see it: no place tells how much came before', async () => {
    const places: string[] = []
    for (let times = 0; times < 3; times += 1) {
      places.push(await placeOf('chong'), await placeOf('chong'))
      await buildDocument(world)
    }
    expect(new Set(places).size).toBe(places.length)
    expect(new Set(places.map((place) => place.length)).size).toBe(1)
    expect(places.filter((place) => /\.\d+$/.test(place))).toEqual([])
    for (const place of places) expect(await newsFor('chong', place)).toEqual([])
  })

  it('is told once to who asks now and then', async () => {
    const before = await placeOf('aminah')
    await buildDocument(world)
    await expect.poll(() => newsFor('aminah', before), SOON).toContain('documents')
    expect(await newsFor('chong', before)).toEqual([])
    expect(await newsFor('aminah', await placeOf('aminah'))).toEqual([])
  })
})

describe('a change that the audit log tells', () => {
  const nth = (tab: Tab) => tab.topics().filter((topic) => topic === 'imports').length
  /** What these tabs heard until something of which each hears: whoever hears that has missed nothing of before. */
  const heardBy = async (...opened: readonly Tab[]) => {
    const before = opened.map(nth)
    await say({ topic: 'imports', users: Object.values(world.company.users) })
    await expect.poll(() => opened.map(nth), SOON).toEqual(before.map((times) => times + 1))
    return opened.map((tab) => tab.topics().filter((topic) => topic !== 'imports'))
  }

  it('of a company is heard by its people and superadmins, and by nobody of another one', async () => {
    const tabs = [await open('aminah'), await open('devi'), await open('chong')]
    await world.as('aminah').call(customers.create, { body: CUSTOMER })
    expect(await heardBy(...tabs)).toEqual([['customers'], ['customers'], []])
  })

  it('of what is everybody’s is heard by everybody', async () => {
    const tabs = [await open('aminah'), await open('devi')]
    const change = { params: { id: 'support.email' }, body: { value: 'it@kinabalu.example' } }
    expect((await world.as('devi').call(settings.update, change)).status).toBe(200)
    expect(await heardBy(...tabs)).toEqual([['settings'], ['settings']])
    const body = { title: 'Tonight', content: 'We update at nine.', is_active: true }
    await world.as('devi').call(broadcasts.create, { body })
    expect(await heardBy(...tabs)).toEqual(Array(2).fill(['settings', 'messages']))
  })

  it('of what somebody may do is heard by them, since it is theirs, as by who administers it', async () => {
    const tabs = [await open('aminah'), await open('devi')]
    const params = { id: world.company.users.aminah }
    const { revision } = (await world.as('devi').call(users.get, { params })).body
    const body = { revision, last_name: 'Hassan' }
    expect((await world.as('devi').call(users.update, { params, body })).status).toBe(200)
    expect(await heardBy(...tabs)).toEqual([['people'], ['people']])
    expect(READS_OF.people).toEqual(expect.arrayContaining([session.profile.id, session.permissions.id]))
  })

  it('of a request about a rule is heard by all who may change rules', async () => {
    const tabs = [await open('aminah'), await open('chong')]
    const rule = { field: 'document_remarks', condition: 'regex', value: 'A.*', error_message: 'No remarks.' }
    const { body } = await world
      .as('ezra')
      .callWrongly(rules.ask, { body: { ...rule, reason: 'Head office.' } })
    expect(await heardBy(...tabs)).toEqual([[], ['requests']])
    await world.as('ezra').call(changeRequests.withdraw, { params: { id: body.id } })
    expect(await heardBy(...tabs)).toEqual([[], ['requests', 'requests']])
  })

  it('is not alone: templates are heard of in their company as well', async () => {
    const tabs = [await open('aminah'), await open('chong')]
    const { body } = await world
      .as('aminah')
      .call(templates.save, { body: { name: 'Monthly', data: { description: '', invoice: {} } } })
    expect(await heardBy(...tabs)).toEqual([['templates'], []])
    await world.as('aminah').call(templates.remove, { params: { uuid: body.id } })
    expect(await heardBy(...tabs)).toEqual([['templates', 'templates'], []])
  })
})

describe('a stream that broke off', () => {
  it('goes on where it was', async () => {
    const first = await open('aminah')
    const place = first.place()
    await first.leave()
    await buildDocument(world)
    await expect.poll(() => newsFor('aminah', place), SOON).toContain('documents')
    const again = await open('aminah', { 'last-event-id': place })
    expect(again.heard[0]?.old).toEqual(['documents'])
    const last = await open('aminah', { 'last-event-id': again.place() })
    expect(last.heard[0]?.old).toEqual([])
  })

  it.each(['nonsense', '0.1', `${'f'.repeat(16)}.7`, '-1', 'x'.repeat(60)])(
    'hears that everything is old where its place is unknown: %s',
    async (place) => {
      const tab = await open('devi', { 'last-event-id': place })
      expect(tab.heard[0]?.old).toEqual(TOPICS)
    },
  )

  it('hears the same after its process lost its connection to the database', async () => {
    const tab = await open('aminah')
    const place = tab.place()
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lulus live'`.execute(db)
    await expect.poll(() => tab.topics(), SOON).toContain('notices')
    expect((await open('aminah', { 'last-event-id': place })).heard[0]?.old).toContain('documents')
    await say({ topic: 'reports', users: [world.company.users.aminah] })
    await expect.poll(() => tab.topics().filter((topic) => topic === 'reports').length, SOON).toBe(2)
  })
})

describe('a session', () => {
  it('that ends takes its stream along at once, and no other one', async () => {
    const headers = await world.tokenHeader(world.company.users.aminah)
    const [own, sibling, ...others] = [await openWith(headers), await open('aminah'), await open('bakri')]
    await inTransaction(db, (tx) => closeSession(tx, headers.authorization.slice('Token '.length)))
    await own.over
    await inTransaction(db, (tx) => closeSessionsOf(tx, world.company.users.aminah))
    await sibling.over
    expect(others.map((tab) => tab.isOver())).toEqual([false])
  })

  it('lives no longer by following, and its end ends that', async () => {
    const headers = await world.tokenHeader(world.company.users.aminah)
    clock.advance(IDLE_MS_MAX - 60_000)
    const tab = await openWith(headers)
    await hub.beat()
    expect(tab.isOver()).toBe(false)
    clock.advance(60_001)
    await hub.beat()
    await tab.over
    const refused = await openWith(headers)
    expect(refused.response.status).toBe(401)
  })

  it('follows by so many windows and no more', async () => {
    const headers = await world.tokenHeader(world.company.users.aminah)
    for (let more = 0; more < STREAMS_OF_PERSON_MAX; more += 1) await openWith(headers)
    expect((await openWith(headers)).response.status).toBe(429)
    expect((await open('bakri')).response.status).toBe(200)
  })
})

it('what is asked for by HEAD leaves nothing behind', async () => {
  const headers = { ...(await world.tokenHeader(world.company.users.aminah)), accept: 'text/event-stream' }
  expect((await fetch(new URL(live.news.path, url), { method: 'HEAD', headers })).status).toBe(200)
  await expect.poll(hub.count, SOON).toBe(0)
})

it('a server that stops ends its streams properly, and waits for none', async () => {
  const tab = await open('aminah')
  await world.app.close()
  await tab.over
  expect(tab.heard).toHaveLength(1)
})
