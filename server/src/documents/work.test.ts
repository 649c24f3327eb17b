import { expect, test } from 'vitest'
import { buildDocument } from '../../../domain/test/build.ts'
import { approvedRow } from '../../test/approved-row.ts'
import { createWorld } from '../../test/world.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { watch } from './cancelling/watch.job.ts'
import type { Engine } from './store/engine.ts'
import { on } from './store/tables.ts'
import { sweep } from './sweep.job.ts'
import { documentWork } from './work.ts'

const world = await createWorld({ simulator: true })
const { entities, stores } = world.company

/** One of each of these companies, that the server holds or that is valid. */
const add = async (invoice_number: string, stands: { status: 'OnHold' | 'Validated' }) => {
  const now = world.clock.now()
  const places = [
    { sender_entity_id: entities.kinabalu, store_code_id: stores.KUL01 },
    { sender_entity_id: entities.selat, store_code_id: stores.JHB01 },
  ]
  const rows = places.map((place) => ({
    ...approvedRow(buildDocument({ invoice_number }), {
      ...{ ...place, environment: 'simulator' as const, lane: 'single' as const, now },
    }),
    ...{ ...stands, submitted_at: now, validated_at: now },
  }))
  const added = on(world.db).insertInto('documents').values(rows).returning(['id', 'sender_entity_id'])
  return new Map((await added.execute()).map(({ id, sender_entity_id }) => [sender_entity_id, id]))
}

const statusOf = async (id = '') => {
  const found = on(world.db).selectFrom('documents').where('id', '=', id).select('status')
  return (await found.executeTakeFirst())?.status
}

/** What looks after a company fails there, and nowhere else. */
const failsFor = (troubled: string): Engine => ({
  ...world.engine,
  secrets: async (sender_entity_id, environment) => {
    if (sender_entity_id === troubled) throw new Error('a statement took too long')
    return world.engine.secrets(sender_entity_id, environment)
  },
})

test.each([
  [entities.kinabalu, entities.selat],
  [entities.selat, entities.kinabalu],
])('the trouble of one company keeps no other one from being swept and watched', async (troubled, other) => {
  const held = await add(`HELD-${troubled}`, { status: 'OnHold' })
  await sweep(failsFor(troubled))
  expect(await statusOf(held.get(other))).toBe('Approved')
  expect(await statusOf(held.get(troubled))).toBe('OnHold')

  await add(`VALID-${troubled}`, { status: 'Validated' })
  await watch(failsFor(troubled))
  const rounds = on(world.db).selectFrom('watch_rounds').where('asked_at', '=', world.clock.now())
  const watched = await rounds.select('sender_entity_id').distinct().execute()
  expect(watched).toEqual([{ sender_entity_id: other }])
  world.clock.advance(60_000)
})

test('a start does not wait for the authority; its sweep comes as soon as it has begun', async () => {
  await add('AT-START', { status: 'OnHold' })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<boolean>()
  const reach = () => {
    asked.resolve()
    return answer.promise
  }
  const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 3 })
  await jobs.start()
  await documentWork.start(jobs, { ...world.engine, authority: { ...world.engine.authority, reach } })
  await asked.promise
  answer.resolve(false)
  await jobs.stop({ graceful: true })
})
