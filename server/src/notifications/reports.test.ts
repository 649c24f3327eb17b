import { expect, test } from 'vitest'
import { reports } from '#contract/reports/reports.ts'
import { buildDocument } from '../../test/build.ts'
import { request, workReports } from '../../test/reports/reporting.ts'
import { createWorld } from '../../test/world.ts'
import { giveUpReport } from '../reports/write.job.ts'
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

test('a report that could not be made is told as that, and as ready once another try has made it', async () => {
  const { body } = await request(world, 'gita')
  await giveUpReport(world, { run_id: body.id })
  await hearAll(world)
  expect(await itemsOf(world, 'gita')).toMatchObject([{ kind: 'report_finished', outcome: 'failed' }])
  await world.as('gita').call(reports.retry, { params: { id: body.id } })
  await workReports(world)
  await hearAll(world)
  expect(await itemsOf(world, 'gita')).toMatchObject([{ kind: 'report_finished', outcome: 'done' }])
})

test('of a report in which there is nothing nobody is told', async () => {
  await request(world, 'bakri', { filters: { status: ['Cancelled'] }, skip_when_empty: true })
  await workReports(world)
  await hearAll(world)
  expect(await countsOf(world, 'bakri')).not.toContain('report_finished 1')
})
