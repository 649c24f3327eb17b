import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { REPLAYED_MAX, webhooks } from '#contract/webhooks.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { scansOf } from '../../test/plan.ts'
import { createWorld } from '../../test/world.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { claimDue, hasDue, readDueWebhooks } from './delivery-rows.ts'
import { wakeDue } from './due.job.ts'
import { makeHook } from './fixtures/keys.ts'
import { openTelling } from './fixtures/telling.ts'

const world = await createWorld()
const { db, clock, engine } = world
const devi = world.as('devi')
const { receiver, deliver, sent } = await openTelling(world)

type Events = { state: 'waiting' | 'delivered'; n: number; due_in_ms?: number }

/** So many events of a webhook at once, numbered on from those that there are. */
const addEvents = (webhook_id: string, { state, n, due_in_ms = 0 }: Events) => {
  const now = clock.now()
  const next_try_at = state === 'waiting' ? new Date(now.getTime() + due_in_ms) : null
  return sql`
    INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, body, at, state, next_try_at)
    SELECT ${webhook_id}, 'evt_' || (k + (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = ${webhook_id})),
      'webhook.test', '{}', ${now}, ${state}, ${next_try_at}
    FROM generate_series(1, ${n}::int) k`.execute(db)
}

test('of many few are read to send the next ones, also while the statistics know of none that wait', async () => {
  const { id } = await makeHook(world, receiver.url())
  const other = await makeHook(world, receiver.url())
  for (const one of [id, other.id]) await addEvents(one, { state: 'delivered', n: 6_000 })
  await sql`ANALYZE webhook_deliveries`.execute(db)
  await addEvents(other.id, { state: 'waiting', n: 2_000, due_in_ms: 60_000 })
  await addEvents(id, { state: 'waiting', n: 2_000, due_in_ms: 60_000 })
  await addEvents(id, { state: 'waiting', n: 6_000 })
  const now = clock.now()
  const claim = { webhook_id: id, now, until: new Date(now.getTime() + 60_000), limit: 5 }
  const asked: [string, (db: Db) => Promise<unknown>][] = [
    ['the next five', (watched) => inTransaction(watched, (tx) => claimDue(tx, claim))],
    ['whether there are any', (watched) => inTransaction(watched, (tx) => hasDue(tx, claim))],
    ['for whom there are any', (watched) => readDueWebhooks(watched, { now, limit: 10 })],
  ]
  for (const statistics of ['of before', 'of now']) {
    for (const [what, ask] of asked) {
      const scans = await scansOf(db, 'webhook_deliveries', ask)
      expect(scans.length, what).toBeGreaterThan(0)
      for (const { read, text } of scans)
        expect(read, `${what}, with statistics ${statistics}: ${text}`).toBeLessThanOrEqual(10)
    }
    await sql`ANALYZE webhook_deliveries`.execute(db)
  }
  expect(await readDueWebhooks(db, { now, limit: 10 })).toEqual([id])
})

test('of many that arrived are all sent again, a part at a time, each going on after the last one', async () => {
  const { id } = await makeHook(world, receiver.url())
  const other = await makeHook(world, receiver.url())
  await addEvents(id, { state: 'delivered', n: REPLAYED_MAX + 1 })
  await addEvents(other.id, { state: 'delivered', n: 1 })
  await addEvents(id, { state: 'delivered', n: REPLAYED_MAX - 1 })
  const today = malaysianDate(clock.now())
  const replay = async (after?: string | null) => {
    const body = { from: today, to: today, delivered_too: true, ...(after && { after }) }
    return (await devi.call(webhooks.replaySpan, { params: { id }, body })).body
  }
  /** The receiver has them. */
  const arrive = async () => {
    const { numAffectedRows } =
      await sql`UPDATE webhook_deliveries SET state = 'delivered', next_try_at = null
      WHERE webhook_id = ${id} AND state = 'waiting'`.execute(db)
    return Number(numAffectedRows)
  }
  const first = await replay()
  expect(first).toEqual({ count: REPLAYED_MAX, more_after: expect.any(String) })
  expect(await arrive()).toBe(REPLAYED_MAX)
  const { rows } = await sql<{ nr: string }>`SELECT nr FROM webhook_deliveries WHERE webhook_id = ${id}
    ORDER BY nr OFFSET ${REPLAYED_MAX - 1} LIMIT 1`.execute(db)
  expect(first.more_after).toBe(rows[0]?.nr)
  expect(await replay(first.more_after)).toEqual({ count: REPLAYED_MAX, more_after: null })
  const { rows: waiting } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM webhook_deliveries
    WHERE webhook_id = ${id} AND state = 'waiting' AND nr > ${first.more_after}`.execute(db)
  expect(waiting).toEqual([{ n: REPLAYED_MAX }])
})

describe('a job that dies over many events', () => {
  /** Whoever comes to the event of this number dies, until told to go on. */
  const dieOver = async (what: 'UPDATE' | 'DELETE', event_id: string) => {
    await sql`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'dead'; END $$`.execute(
      db,
    )
    await sql`CREATE TRIGGER die BEFORE ${sql.raw(what)} ON webhook_deliveries FOR EACH ROW
      WHEN (OLD.event_id = ${sql.lit(event_id)}) EXECUTE FUNCTION die()`.execute(db)
  }
  const live = () => sql`DROP FUNCTION IF EXISTS die CASCADE`.execute(db)
  afterEach(live)
  /** The next minute: whom the worker wakes then. */
  const wake = async () => {
    await live()
    await sql`DELETE FROM pgboss.job`.execute(db)
    clock.advance(60_000)
    await wakeDue(engine)
    const { rows } = await sql<{ data: { webhook_id: string } }>`
      SELECT data FROM pgboss.job WHERE name = 'webhooks.deliver'`.execute(db)
    return rows.map(({ data }) => data.webhook_id)
  }
  const statesOf = async (id: string) => {
    const { rows } = await sql<{ state: string; n: number }>`SELECT state, count(*)::int AS n
      FROM webhook_deliveries WHERE webhook_id = ${id} GROUP BY state ORDER BY state`.execute(db)
    return rows.map(({ state, n }) => `${n} ${state}`)
  }

  test('of a webhook that is off has stopped a part of them, and the next one goes on', async () => {
    const { id, url, description, events } = await makeHook(world, receiver.url())
    await addEvents(id, { state: 'waiting', n: 2_500 })
    const off = { url, description, events, is_active: false }
    await devi.call(webhooks.update, { params: { id }, body: off })
    await dieOver('UPDATE', 'evt_1500')
    await expect(deliver(id)).rejects.toThrow('dead')
    expect(await statesOf(id)).toEqual(['1000 stopped', '1500 waiting'])
    expect(await wake()).toContain(id)
    await deliver(id)
    expect([await statesOf(id), sent()]).toEqual([['2500 stopped'], []])
  })

  test('of a deleted webhook, which is gone at once, has thrown away a part, and the next one the rest', async () => {
    const { id } = await makeHook(world, receiver.url())
    await addEvents(id, { state: 'delivered', n: 2_000 })
    await addEvents(id, { state: 'waiting', n: 500 })
    await dieOver('DELETE', 'evt_1500')
    expect((await devi.call(webhooks.remove, { params: { id } })).status).toBe(200)
    const { results } = (await devi.call(webhooks.list, { query: {} })).body
    expect(results.map((one) => one.id)).not.toContain(id)
    await expect(deliver(id)).rejects.toThrow('dead')
    expect(await statesOf(id)).toEqual(['1000 delivered', '500 waiting'])
    expect(await wake()).toContain(id)
    await deliver(id)
    const { rows } = await sql`SELECT FROM webhooks WHERE id = ${id}`.execute(db)
    expect([await statesOf(id), rows, sent()]).toEqual([[], [], []])
  })
})
