import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scansOf } from '../../test/plan.ts'
import { createWorld } from '../../test/world.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { claimDue, hasDue, readDueWebhooks } from './delivery-rows.ts'
import { makeHook } from './fixtures/keys.ts'
import { openTelling } from './fixtures/telling.ts'

const world = await createWorld()
const { db, clock } = world
const { receiver } = await openTelling(world)

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
  for (const one of [id, other.id]) await addEvents(one, { state: 'delivered', n: 20_000 })
  await sql`ANALYZE webhook_deliveries`.execute(db)
  await addEvents(other.id, { state: 'waiting', n: 5_000, due_in_ms: 60_000 })
  await addEvents(id, { state: 'waiting', n: 5_000, due_in_ms: 60_000 })
  await addEvents(id, { state: 'waiting', n: 15_000 })
  const now = clock.now()
  const claim = { webhook_id: id, now, until: new Date(now.getTime() + 60_000), limit: 5 }
  const asked: [string, (db: Db) => Promise<unknown>][] = [
    ['the next five', (watched) => inTransaction(watched, (tx) => claimDue(tx, claim))],
    ['whether there are any', (watched) => inTransaction(watched, (tx) => hasDue(tx, claim))],
    ['for whom there are any', (watched) => readDueWebhooks(watched, { now, limit: 10 })],
  ]
  for (const statistics of ['of before', 'of now']) {
    for (const [what, ask] of asked)
      for (const { read, text } of await scansOf(db, 'webhook_deliveries', ask))
        expect(read, `${what}, with statistics ${statistics}: ${text}`).toBeLessThanOrEqual(10)
    await sql`ANALYZE webhook_deliveries`.execute(db)
  }
  expect(await readDueWebhooks(db, { now, limit: 10 })).toEqual([id])
})
