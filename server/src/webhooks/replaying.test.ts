import { describe, expect, test } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument, decide } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { purge } from '../platform/retention/purge.job.ts'
import { deliveriesOf, makeHook } from './fixtures/keys.ts'
import { openTelling } from './fixtures/telling.ts'
import { deliveryRetention } from './tables.ts'

const world = await createWorld()
const { db, clock } = world
const devi = world.as('devi')
const { receiver, deliver, spread, sent } = await openTelling(world)

describe('what was told', () => {
  const told = async () => {
    const { id } = await makeHook(world, receiver.url())
    const ids: string[] = []
    for (let day = 0; day < 3; day += 1) {
      await devi.call(webhooks.test, { params: { id } })
      clock.advance(DAY_MS)
    }
    await deliver(id)
    for (const { nr } of await deliveriesOf(world, id)) ids.push(nr)
    receiver.taken()
    return { id, ids }
  }
  const span = (id: string, body: object) => devi.callWrongly(webhooks.replaySpan, { params: { id }, body })
  const dayAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)

  test('is told again one by one or by its days, with the same ids', async () => {
    const { id, ids } = await told()
    const all = await deliveriesOf(world, id)
    const again = await devi.call(webhooks.replay, { params: { id, delivery_id: ids[1] ?? '' } })
    expect([again.status, again.body]).toEqual([200, { count: 1 }])
    await deliver(id)
    expect(sent().map((one) => one.id)).toEqual([all[1]?.event_id])
    const [from, to] = [dayAgo(3), dayAgo(2)]
    expect((await span(id, { from, to })).body, 'all of them have arrived').toEqual({
      count: 0,
      more_after: null,
    })
    expect((await span(id, { from, to, delivered_too: true })).body).toEqual({ count: 2, more_after: null })
    await deliver(id)
    expect(sent().map((one) => one.id)).toEqual([all[0]?.event_id, all[1]?.event_id].toSorted())
    expect((await span(id, { from: to, to: from })).status).toBe(400)
  })

  test('is read a stretch at a time, by what became of it', async () => {
    const { id, ids } = await told()
    const read = async (query: object) =>
      (await devi.callWrongly(webhooks.deliveries, { params: { id }, query })).body
    const first = await read({ page_size: 2 })
    expect(first.results.map((one) => one.id)).toEqual([ids[2], ids[1]])
    const rest = await devi.send('GET', String(first.next).replace(/^https?:\/\/[^/]+/, ''))
    expect(rest.body.results).toMatchObject([{ id: ids[0], state: 'delivered', status_code: 204, fault: '' }])
    expect((await read({ state: 'failed' })).results).toEqual([])
  })

  test('and waits for its next try for long is sent at once, and what goes out now does not so twice', async () => {
    const { id } = await makeHook(world, receiver.url())
    const today = dayAgo(0)
    await devi.call(webhooks.test, { params: { id } })
    expect((await span(id, { from: today, to: today })).body, 'it is due').toMatchObject({ count: 0 })
    receiver.answer(() => 500)
    await deliver(id)
    for (let minutes = 2; minutes < 200; minutes *= 2) {
      clock.advance(minutes * 60_000)
      await deliver(id)
    }
    receiver.answer(() => 204)
    receiver.taken()
    await deliver(id)
    expect(sent(), 'it waits').toEqual([])
    expect((await span(id, { from: today, to: dayAgo(0) })).body).toMatchObject({ count: 1 })
    await deliver(id)
    expect([sent().length, (await deliveriesOf(world, id))[0]?.state]).toEqual([1, 'delivered'])
  })

  test('while it was switched off is kept, and can be sent once it is on again', async () => {
    const { id, url, description, events } = await makeHook(world, receiver.url())
    const set = (is_active: boolean) =>
      devi.call(webhooks.update, { params: { id }, body: { url, description, events, is_active } })
    await set(false)
    const document = await buildDocument(world)
    await decide(world, 'bakri', document.id)
    await spread()
    await deliver(id)
    expect([await deliveriesOf(world, id), sent()]).toMatchObject([
      [{ state: 'stopped' }, { state: 'stopped' }],
      [],
    ])
    await set(true)
    expect((await span(id, { from: dayAgo(0), to: dayAgo(0) })).body).toMatchObject({ count: 2 })
    await deliver(id)
    expect(sent().map(({ id: event }) => event)).toEqual([`evt_${document.id}_1`, `evt_${document.id}_2`])
  })

  test('is another webhook’s affair', async () => {
    const { ids } = await told()
    const other = await makeHook(world, receiver.url())
    const params = { id: other.id, delivery_id: ids[0] ?? '' }
    expect((await devi.call(webhooks.replay, { params })).status).toBe(404)
  })

  test('is thrown away after 30 days', async () => {
    const { id, ids } = await told()
    const { files, log } = world
    clock.advance(28 * DAY_MS + 1)
    const late = await devi.call(webhooks.replay, { params: { id, delivery_id: ids[0] ?? '' } })
    expect(late.status).toBe(404)
    await purge({ db, files, log, now: clock.now() }, [deliveryRetention])
    expect((await deliveriesOf(world, id)).map(({ nr }) => nr)).toEqual([ids[2]])
  })
})
