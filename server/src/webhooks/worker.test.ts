import { afterAll, expect, test } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { startWorker } from '../worker.ts'
import { deliveriesOf, makeHook } from './fixtures/keys.ts'
import { startReceiver } from './fixtures/receiver.ts'

const world = await createWorld()
const receiver = await startReceiver()
const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 3 })
await startWorker(jobs, world.engine, world.outlets)
afterAll(() => jobs.stop({ graceful: false }))
const pathsWithin = { timeout: 9_000, interval: 50 }

test('a document that moves is told by the worker, also while another receiver is silent', async () => {
  receiver.answer(({ path }) => (path === '/silent' ? 0 : 204))
  const silent = await makeHook(world, receiver.url('/silent'))
  await world.as('devi').call(webhooks.test, { params: { id: silent.id } })
  await expect.poll(() => receiver.received.map(({ path }) => path), pathsWithin).toEqual(['/silent'])
  await makeHook(world, receiver.url('/awake'))
  await buildDocument(world)
  await expect.poll(() => receiver.received.map(({ path }) => path), pathsWithin).toContain('/awake')
  const trial = async () => (await deliveriesOf(world, silent.id))[0]
  expect(await trial()).toMatchObject({ state: 'waiting', tries: 1, fault: '' })
  receiver.hangUp()
  await expect.poll(trial, pathsWithin).toMatchObject({ fault: 'The connection failed (ECONNRESET).' })
})

test('a worker that stops begins no more events', async () => {
  receiver.answer(() => 0)
  const { id } = await makeHook(world, receiver.url('/many'))
  receiver.taken()
  const many = () => receiver.received.filter(({ path }) => path === '/many').length
  await world.as('devi').call(webhooks.test, { params: { id } })
  await expect.poll(many, pathsWithin).toBe(1)
  for (let more = 0; more < 7; more += 1) await world.as('devi').call(webhooks.test, { params: { id } })
  let stopped: Promise<void> | undefined
  receiver.answer(() => {
    stopped ??= jobs.stop({ graceful: true })
    return 204
  })
  receiver.hangUp()
  await expect.poll(() => stopped !== undefined, pathsWithin).toBe(true)
  await stopped
  expect(many(), 'the one that broke off, and the five that were on their way').toBe(6)
})
