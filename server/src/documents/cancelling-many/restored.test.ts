import { expect, test } from 'vitest'
import { cancellations } from '#contract/documents/cancellations.ts'
import { createWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { atAuthority, begin, buildValidated, statusesOf, work } from './fixtures/runs.ts'
import { stopAllRuns } from './runs.ts'

const world = await createWorld({ simulator: true })

test('a run of a database that was put back is stopped, and says why', async () => {
  const rows = await buildValidated(world, 2)
  const before = await atAuthority(world, rows)
  const run = await begin(world, rows)
  await inTransaction(world.db, (tx) => stopAllRuns(tx, world.clock.now()))
  await work(world)
  expect(await statusesOf(world, rows)).toEqual(['Validated', 'Validated'])
  expect(await atAuthority(world, rows)).toEqual(before)
  const { body } = await world.as('devi').call(cancellations.latest, {})
  expect(body.runs).toMatchObject([
    {
      id: run.id,
      state: 'stopped',
      waiting: 0,
      not_asked: 2,
      stopped_why: expect.stringContaining('put back'),
    },
  ])
  const refusals = await world.as('devi').call(cancellations.refusals, { params: { id: run.id } })
  expect(refusals.text).toContain('The database was put back from a backup.')
})
