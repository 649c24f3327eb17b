import { expect, test } from 'vitest'
import { buildDocument } from '../../test/build.ts'
import { request, workReports } from '../../test/reports/reporting.ts'
import { createWorld } from '../../test/world.ts'
import { countsOf, hearAll, itemsOf } from './fixtures/hearing.ts'

const world = await createWorld()

test('a report that is made is told to whoever asked for it, and to nobody else', async () => {
  await buildDocument(world)
  await request(world, 'aminah')
  await hearAll(world)
  expect(await itemsOf(world, 'aminah')).toEqual([])
  await workReports(world)
  await hearAll(world)
  expect(await itemsOf(world, 'aminah')).toMatchObject([{ kind: 'report_finished', outcome: 'done' }])
  expect(await countsOf(world, 'devi')).not.toContain('report_finished 1')
})

test('of a report in which there is nothing nobody is told', async () => {
  await request(world, 'bakri', { filters: { status: ['Cancelled'] }, skip_when_empty: true })
  await workReports(world)
  await hearAll(world)
  expect(await countsOf(world, 'bakri')).not.toContain('report_finished 1')
})
