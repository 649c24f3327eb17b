import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { FAILING_MS_MAX } from '#domain/webhooks/retries.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { listMailIds, readMail } from '../platform/mail/from-folder.ts'
import { deliveriesOf, makeHook } from './fixtures/keys.ts'
import { openTelling } from './fixtures/telling.ts'
import { mailOff } from './mail-off.job.ts'
import { readHook } from './rows.ts'
import { judgeFailures } from './switch-off.ts'

const world = await createWorld()
const { db, clock, engine } = world
const devi = world.as('devi')
const { receiver, deliver } = await openTelling(world)
const stateOf = async (id: string) => (await devi.call(webhooks.get, { params: { id } })).body
const statesOf = async (id: string) => (await deliveriesOf(world, id)).map(({ state }) => state)

beforeEach(async () => {
  receiver.answer(() => 503)
  receiver.taken()
  await sql`DELETE FROM webhooks`.execute(db)
  await sql`DELETE FROM pgboss.job`.execute(db)
})

/** An event more of a webhook, sent at once. */
const tell = async (id: string) => {
  await devi.call(webhooks.test, { params: { id } })
  await deliver(id)
}

/** Nothing arrives for so long, while there is always something that is tried when it is due. */
const failFor = async (id: string, ms: number) => {
  const end_ms = clock.now().getTime() + ms
  while (clock.now().getTime() < end_ms) {
    const waiting = (await deliveriesOf(world, id)).filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) {
      await tell(id)
      continue
    }
    const next_ms = waiting.map((one) => Number(one.next_try_at))
    clock.advance(Math.max(0, Math.min(end_ms, ...next_ms) - clock.now().getTime()))
    await deliver(id)
  }
}

const failingHook = async () => {
  const { id } = await makeHook(world, receiver.url())
  await failFor(id, FAILING_MS_MAX - 6 * HOUR_MS)
  expect((await stateOf(id)).state).toBe('failing')
  return id
}

test('Five days in which nothing arrives switch a webhook off, and its owner gets one mail', async () => {
  const id = await failingHook()
  await failFor(id, 6 * HOUR_MS)
  await tell(id)
  expect(await stateOf(id)).toMatchObject({
    ...{ state: 'off', is_active: false },
    off_reason: 'Nothing has arrived for 5 days. The last try: The answer was 503.',
  })
  const { rows: jobs } = await sql`SELECT FROM pgboss.job WHERE name = 'webhooks.mail-off'`.execute(db)
  expect(jobs).toHaveLength(1)
  await mailOff({ ...engine, ...world.outlets }, { webhook_id: id }, { job_id: 'j1' })
  const [mail_id = ''] = await listMailIds(world.mail_dir)
  const mail = await readMail(world.mail_dir, mail_id)
  expect([mail?.to, mail?.subject]).toEqual([
    ...['devi@lulus.example', expect.stringContaining('A webhook was switched off: 127.0.0.1')],
  ])
  expect(mail?.text).toContain('Nothing has arrived for 5 days.')
  const raw = await readFile(join(world.mail_dir, `${mail_id}.eml`), 'utf8')
  expect(raw, 'a second try goes out under the same name').toMatch(/^Message-ID: <webhook-off-j1@/m)
  await deliver(id)
  expect(await statesOf(id)).not.toContain('waiting')
  const { rows } = await sql`SELECT actor_name, new_value FROM audit_events
    WHERE target_id = ${id} AND field = 'is_active' AND action = 'update'`.execute(db)
  expect(rows).toEqual([{ actor_name: 'Lulus', new_value: 'false' }])
})

test('The round in which something arrives again leaves it on, whatever becomes of the others', async () => {
  const id = await failingHook()
  await sql`DELETE FROM webhook_deliveries`.execute(db)
  clock.advance(6 * HOUR_MS)
  for (let more = 0; more < 5; more += 1) await devi.call(webhooks.test, { params: { id } })
  const [bad] = await deliveriesOf(world, id)
  receiver.answer(({ headers }) => (headers['webhook-id'] === bad?.event_id ? 503 : 204))
  await deliver(id)
  expect(await statesOf(id)).toEqual(['waiting', ...Array(4).fill('delivered')])
  expect(await stateOf(id)).toMatchObject({ state: 'active', failing_since: null })
})

test('An account that was deactivated for weeks finds its webhook on after the first hiccup', async () => {
  const id = await failingHook()
  const turn = (is_active: boolean) =>
    sql`UPDATE users SET is_active = ${is_active} WHERE username = 'devi'`.execute(db)
  await turn(false)
  clock.advance(6 * HOUR_MS)
  await deliver(id)
  await turn(true)
  await tell(id)
  expect(await stateOf(id)).toMatchObject({ state: 'failing', failing_since: clock.now().toISOString() })
})

test('Weeks in which there was nothing to tell do not count', async () => {
  const { id } = await makeHook(world, receiver.url())
  await tell(id)
  const [failed] = await deliveriesOf(world, id)
  const pause_ms = Number(failed?.next_try_at) - clock.now().getTime()
  clock.advance(pause_ms + 4 * FAILING_MS_MAX)
  await tell(id)
  const counted = new Date(clock.now().getTime() - pause_ms).toISOString()
  expect(await stateOf(id)).toMatchObject({ state: 'failing', failing_since: counted })
})

test('A receiver that wants no more switches it off at once', async () => {
  receiver.answer(() => 410)
  const { id } = await makeHook(world, receiver.url())
  await tell(id)
  expect((await stateOf(id)).off_reason).toContain('410 Gone')
})

const moveTo = async (id: string, url: string) => {
  const { description, events } = await stateOf(id)
  const body = { url, description, events, is_active: true }
  expect((await devi.call(webhooks.update, { params: { id }, body })).status).toBe(200)
}

test('A corrected address starts afresh, and gets at once what waits', async () => {
  const id = await failingHook()
  expect(await statesOf(id)).toContain('waiting')
  receiver.answer(({ path }) => (path === '/corrected' ? 204 : 503))
  await sql`DELETE FROM pgboss.job`.execute(db)
  await moveTo(id, receiver.url('/corrected'))
  expect(await stateOf(id)).toMatchObject({ state: 'active', failing_since: null })
  const { rows: jobs } = await sql`SELECT FROM pgboss.job WHERE name = 'webhooks.deliver'`.execute(db)
  expect(jobs).toHaveLength(1)
  await deliver(id)
  expect(await statesOf(id)).not.toContain('waiting')
})

test.each([
  ['fails', 503],
  ['arrives', 204],
])(
  'An event on its way to the former address, where it %s, goes to the corrected one',
  async (_what, late) => {
    const { id } = await makeHook(world, receiver.url('/former'))
    const [came, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
    receiver.answer(({ path }) => {
      came.resolve()
      return path === '/former' ? answered.promise : 204
    })
    const delivered = tell(id)
    await came.promise
    await moveTo(id, receiver.url('/corrected'))
    answered.resolve(late)
    await delivered
    expect(receiver.taken().map(({ path }) => path)).toEqual(['/former', '/corrected'])
    expect(await deliveriesOf(world, id)).toMatchObject([{ state: 'delivered', tries: 1 }])
  },
)

test('What arrives late at the former address does not say that the corrected one works', async () => {
  const { id } = await makeHook(world, receiver.url('/former'))
  const [came, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
  receiver.answer(() => {
    came.resolve()
    return answered.promise
  })
  const delivered = tell(id)
  await came.promise
  await moveTo(id, receiver.url('/corrected'))
  const failing_since = clock.now().toISOString()
  await sql`UPDATE webhooks SET failing_since = ${failing_since} WHERE id = ${id}`.execute(db)
  receiver.answer(() => 503)
  answered.resolve(204)
  await delivered
  expect(await stateOf(id)).toMatchObject({ state: 'failing', failing_since })
})

test.each([
  ['says that it is gone', 410],
  ['has been silent for five days', 503],
])('A former address that %s says nothing of the corrected one', async (_what, status_code) => {
  const id = await failingHook()
  const hook = await readHook(db, id)
  await moveTo(id, receiver.url('/corrected'))
  clock.advance(6 * HOUR_MS)
  const posted = { status_code, took_ms: 1, answer: '', fault: `The answer was ${status_code}.` }
  const failed = [{ posted, next_try_at: clock.now() }]
  await inTransaction(db, async (tx) => {
    if (hook) await judgeFailures(tx, hook, { now: clock.now(), failed, arrived: false })
  })
  expect([hook?.id, await stateOf(id)]).toMatchObject([id, { state: 'active', failing_since: null }])
})
