import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiKeys } from '#contract/people/api-keys.ts'
import { webhooks } from '#contract/webhooks.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { pauseAfter, TRIES_MAX } from '#domain/webhooks/retries.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld, SECRET_KEY } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { inTransaction } from '../platform/db/database.ts'
import { claimDue } from './delivery-rows.ts'
import { wakeDue } from './due.job.ts'
import type { SenderOrder } from './fixtures/dying-sender.ts'
import { deliveriesOf, makeHook, makeKey } from './fixtures/keys.ts'
import { openTelling } from './fixtures/telling.ts'

const world = await createWorld()
const { db, clock, engine } = world
const devi = world.as('devi')
const { receiver, deliver, spread, taken, sent } = await openTelling(world)
const waitingJobs = async (name: string) =>
  (await sql`SELECT FROM pgboss.job WHERE name = ${name}`.execute(db)).rows.length

beforeEach(async () => {
  receiver.answer(() => 204)
  await sql`DELETE FROM webhooks`.execute(db)
  await sql`DELETE FROM pgboss.job`.execute(db)
})

describe('what happens to a document', () => {
  test('costs no job where nobody has a webhook', async () => {
    await buildDocument(world)
    expect(await waitingJobs('webhooks.spread')).toBe(0)
    await makeHook(world, receiver.url())
    await buildDocument(world)
    expect(await waitingJobs('webhooks.spread')).toBe(1)
  })

  test('is told once, signed, with nothing but which document it is and where it stands', async () => {
    const { id, secret } = await makeHook(world, receiver.url('/lulus'))
    const document = await buildDocument(world, { status: 'Approved' })
    await spread()
    await spread()
    await deliver(id)
    const [made, approved, ...more] = taken()
    expect([more, made?.path]).toEqual([[], '/lulus'])
    const data = { uuid: document.id, invoice_number: document.invoice_number, invoice_type: '01' }
    const place = {
      ...{ sender_entity_code: ENTITIES.kinabalu.entity_code, sender_store_code: 'KUL01' },
      ...{ environment: 'simulator', corrects: null },
    }
    expect([made, approved].map((one) => JSON.parse(one?.body ?? ''))).toEqual([
      {
        ...{ id: `evt_${document.id}_1`, type: 'document.pending_approval', timestamp: expect.any(String) },
        data: { ...data, status: 'Pending Approval', previous_status: null, sequence: 1, ...place },
      },
      {
        ...{ id: `evt_${document.id}_2`, type: 'document.approved', timestamp: expect.any(String) },
        data: { ...data, status: 'Approved', previous_status: 'Pending Approval', sequence: 2, ...place },
      },
    ])
    const timestamp = Math.floor(clock.now().getTime() / 1_000)
    const content = `evt_${document.id}_2.${timestamp}.${approved?.body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(approved?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': `evt_${document.id}_2`,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${createHmac('sha256', key).update(content).digest('base64')}`,
    })
    await deliver(id)
    expect(sent()).toEqual([])
  })

  test('names the document that it replaces, to whoever may know of that one', async () => {
    const shop = await makeHook(world, receiver.url('/shop'))
    const all = await makeHook(world, receiver.url('/all'), {
      api_key_id: await makeKey(world, { stores: ['KUL01', 'PEN01'] }),
    })
    const [here, there] = [
      await buildDocument(world),
      await buildDocument(world, { sender_store_code: 'PEN01' }),
    ]
    const replacing = [await buildDocument(world), await buildDocument(world)]
    await sql`UPDATE documents AS d SET corrects = w.corrects
      FROM unnest(${replacing.map(({ id }) => id)}::uuid[], ${[here.id, there.id]}::uuid[]) AS w(id, corrects)
      WHERE d.id = w.id`.execute(db)
    await spread()
    for (const { id } of [shop, all]) await deliver(id)
    const told = receiver.taken().map(({ path, body }) => ({ path, ...JSON.parse(body).data }))
    const named = (path: string) =>
      replacing.map(({ id }) => told.find((one) => one.path === path && one.uuid === id)?.corrects)
    expect([named('/shop'), named('/all')]).toEqual([
      [here.id, null],
      [here.id, there.id],
    ])
  })

  test('is told of the chosen events, of what the key covers, since the webhook was made', async () => {
    await buildDocument(world)
    clock.advance(1_000)
    const chosen = await makeHook(world, receiver.url('/chosen'), { events: ['document.approved'] })
    const shop = await makeHook(world, receiver.url('/penang'), {
      api_key_id: await makeKey(world, { stores: ['PEN01'] }),
    })
    const foreign = await makeHook(world, receiver.url('/foreign'), {
      api_key_id: await makeKey(world, { entity: 'selat', stores: ['JHB01'] }),
    })
    const document = await buildDocument(world, { status: 'Approved' })
    await spread()
    for (const { id } of [chosen, shop, foreign]) await deliver(id)
    expect(receiver.taken().map(({ path, body }) => [path, JSON.parse(body).id])).toEqual([
      ['/chosen', `evt_${document.id}_2`],
    ])
  })

  /** By which of the secrets the next event is signed, in the order of its signatures. */
  const signers = async (id: string, secrets: readonly string[]) => {
    await devi.call(webhooks.test, { params: { id } })
    await deliver(id)
    const [got] = receiver.taken()
    const content = `${got?.headers['webhook-id']}.${got?.headers['webhook-timestamp']}.${got?.body}`
    const by = secrets.map((one) => {
      const key = Buffer.from(one.replace('whsec_', ''), 'base64')
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    })
    const signatures = String(got?.headers['webhook-signature']).split(' ')
    return signatures.map((one) => by.indexOf(one))
  }
  const rotate = (id: string) => devi.call(webhooks.rotate, { params: { id } })

  test('is told by every secret that was replaced in the last day, and by none longer', async () => {
    const { id, secret } = await makeHook(world, receiver.url())
    const second = await rotate(id)
    clock.advance(HOUR_MS)
    const third = await rotate(id)
    expect(third.body.former_until).toBe(new Date(clock.now().getTime() + DAY_MS).toISOString())
    const secrets = [secret, second.body.secret, third.body.secret]
    expect(new Set(secrets).size).toBe(3)
    clock.advance(82_800_000 - 1)
    expect(await signers(id, secrets)).toEqual([2, 1, 0])
    clock.advance(1)
    expect(await signers(id, secrets)).toEqual([2, 1])
    clock.advance(HOUR_MS)
    expect(await signers(id, secrets)).toEqual([2])
  })

  test('gets five new secrets a day at most, and the first one signs all the while', async () => {
    const { id, secret } = await makeHook(world, receiver.url())
    const secrets = [secret]
    for (let nr = 0; nr < 5; nr += 1) secrets.push((await rotate(id)).body.secret)
    expect(await rotate(id)).toMatchObject({ status: 409, body: { code: 'too_many_secrets' } })
    expect(await signers(id, secrets)).toEqual([5, 4, 3, 2, 1, 0])
    clock.advance(DAY_MS)
    expect((await rotate(id)).status).toBe(200)
  })
})

describe('whoever may be told no more', () => {
  const tell = async () => {
    const api_key_id = await makeKey(world)
    const { id } = await makeHook(world, receiver.url(), { api_key_id })
    await buildDocument(world)
    await spread()
    return { id, api_key_id }
  }
  const undo: Record<string, (api_key_id: string) => Promise<unknown>> = {
    'a revoked key': (api_key_id) => devi.call(apiKeys.revoke, { params: { id: api_key_id } }),
    'an expired key': (api_key_id) =>
      sql`UPDATE api_keys SET expires_at = ${clock.now()} WHERE id = ${api_key_id}`.execute(db),
    'a deactivated owner': () => sql`UPDATE users SET is_active = false WHERE username = 'devi'`.execute(db),
    'a department that the key has lost': (api_key_id) =>
      sql`DELETE FROM api_key_store_codes WHERE api_key_id = ${api_key_id}`.execute(db),
  }
  test.each([
    ['a revoked key', 'The API key has been revoked or has expired.'],
    ['an expired key', 'The API key has been revoked or has expired.'],
    ['a deactivated owner', 'The account of the webhook’s owner is deactivated.'],
    ['a department that the key has lost', 'The API key no longer covers the document.'],
  ])('%s stops what already waits', async (what, fault) => {
    const { id, api_key_id } = await tell()
    await undo[what]?.(api_key_id)
    await deliver(id)
    await sql`UPDATE users SET is_active = true WHERE username = 'devi'`.execute(db)
    expect(await deliveriesOf(world, id)).toMatchObject([{ state: 'stopped', fault }])
    expect(sent()).toEqual([])
    await buildDocument(world)
    await spread()
    if (what !== 'a deactivated owner') expect(await deliveriesOf(world, id)).toHaveLength(1)
  })
})

describe('an event that does not arrive', () => {
  const tell = async () => {
    const { id } = await makeHook(world, receiver.url())
    await devi.call(webhooks.test, { params: { id } })
    return id
  }

  test('is tried again, ever later, for three days: the same id, the same body', async () => {
    receiver.answer(() => 500, '<b>broken</b>')
    const id = await tell()
    const pauses: number[] = []
    for (let tries = 1; tries < TRIES_MAX; tries += 1) {
      await deliver(id)
      const [row] = await deliveriesOf(world, id)
      expect(row).toMatchObject({ state: 'waiting', tries, fault: 'The answer was 500.', status_code: 500 })
      const pause_ms = Number(row?.next_try_at) - clock.now().getTime()
      expect(pause_ms).toBe(pauseAfter(tries, 0.5))
      pauses.push(pause_ms)
      clock.advance(pause_ms - 1)
      await deliver(id)
      expect((await deliveriesOf(world, id))[0]?.tries).toBe(tries)
      clock.advance(1)
      await sql`UPDATE webhooks SET failing_since = null`.execute(db)
    }
    await deliver(id)
    expect(await deliveriesOf(world, id)).toMatchObject([{ state: 'failed', tries: TRIES_MAX }])
    const all = receiver.taken()
    expect(new Set(all.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(new Set(all.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(TRIES_MAX)
    const days = pauses.reduce((a, b) => a + b, 0) / DAY_MS
    expect([days > 2.8, days < 3.5]).toEqual([true, true])
    const [shown] = (await devi.call(webhooks.deliveries, { params: { id }, query: {} })).body.results
    expect(shown).toMatchObject({ state: 'failed', answer: '<b>broken</b>', tries: TRIES_MAX })
  })

  test('is found by its id, among what its webhook was told alone', async () => {
    const id = await tell()
    const other = await tell()
    const [row] = await deliveriesOf(world, id)
    const found = async (webhook_id: string, nr: string) =>
      (await devi.call(webhooks.deliveries, { params: { id: webhook_id }, query: { id: nr } })).body.results
    expect(await found(id, String(row?.nr))).toMatchObject([{ event_id: row?.event_id }])
    expect(await found(other, String(row?.nr))).toEqual([])
    expect(await found(id, '9'.repeat(15))).toEqual([])
  })

  test('is tried again when its process is killed with -9 over it, and by nobody else meanwhile', async () => {
    receiver.answer(() => 0)
    const id = await tell()
    const order: SenderOrder = {
      ...{ connection: world.connection, secret_key: SECRET_KEY },
      ...{ webhook_id: id, now: clock.now().toISOString() },
    }
    const file = join(import.meta.dirname, 'fixtures/dying-sender.ts')
    const doomed = fork(file, [JSON.stringify(order)], { execArgv: [] })
    const got = () => receiver.received.length
    await expect.poll(got, { timeout: 25_000, interval: 50 }).toBe(1)
    await deliver(id)
    doomed.kill('SIGKILL')
    await once(doomed, 'exit')
    await deliver(id)
    const [first, ...more] = taken()
    expect(more).toEqual([])
    receiver.answer(() => 204)
    clock.advance(60_000)
    await wakeDue(engine)
    expect(await waitingJobs('webhooks.deliver')).toBe(1)
    await deliver(id)
    const [second] = taken()
    const sameOf = (one: typeof first) => [one?.headers['webhook-id'], one?.body]
    expect(sameOf(second)).toEqual(sameOf(first))
    expect(await deliveriesOf(world, id)).toMatchObject([{ state: 'delivered', tries: 2 }])
  })

  test('holds up no events after it; where none arrives the others have their turn', async () => {
    const id = await tell()
    for (let more = 0; more < 7; more += 1) await devi.call(webhooks.test, { params: { id } })
    const [bad] = await deliveriesOf(world, id)
    receiver.answer(({ headers }) => (headers['webhook-id'] === bad?.event_id ? 500 : 204))
    await deliver(id)
    const states = (await deliveriesOf(world, id)).map(({ state }) => state)
    expect(states).toEqual(['waiting', ...Array(7).fill('delivered')])
    receiver.answer(() => 500)
    const dead = await makeHook(world, receiver.url('/dead'))
    for (let more = 0; more < 7; more += 1) await devi.call(webhooks.test, { params: { id: dead.id } })
    await deliver(dead.id)
    const tries = (await deliveriesOf(world, dead.id)).map((one) => one.tries)
    expect(tries).toEqual([1, 1, 1, 1, 1, 0, 0])
  })

  test('waits while as many as go at once are on their way, however the database finds them', async () => {
    const { id } = await makeHook(world, receiver.url())
    for (let more = 0; more < 7; more += 1) await devi.call(webhooks.test, { params: { id } })
    const now = clock.now()
    const claimed = await inTransaction(db, async (tx) => {
      // For each row in turn, as it may choose to in a small table: a limit within is then counted anew each time.
      for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material', 'indexscan', 'bitmapscan'])
        await sql`SET LOCAL ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      return claimDue(tx, { webhook_id: id, now, until: new Date(now.getTime() + 60_000), limit: 5 })
    })
    expect(claimed).toHaveLength(5)
  })
})
