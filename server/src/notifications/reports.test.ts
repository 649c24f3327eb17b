import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notices } from '#contract/notifications/notices.ts'
import { reports } from '#contract/reports/reports.ts'
import { buildDocument } from '../../test/build.ts'
import { request, workReports } from '../../test/reports/reporting.ts'
import { createWorld } from '../../test/world.ts'
import { giveUpReport } from '../reports/writing/write.job.ts'
import { countsOf, hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearReport } from './hearing/finished.ts'
import { gatherLetters, QUIET_MS } from './letters/gather.ts'

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
  const reported = async () => (await itemsOf(world, 'devi')).filter(({ kind }) => kind === 'report_finished')
  const { body } = await request(world, 'devi')
  await giveUpReport(world, { run_id: body.id })
  await hearAll(world)
  expect(await reported()).toMatchObject([{ outcome: 'failed' }])
  await world.as('devi').call(reports.retry, { params: { id: body.id } })
  await workReports(world)
  await hearAll(world)
  expect(await reported()).toMatchObject([{ outcome: 'done' }])
})

test('a report that fails again after a retry is told again, and each failure once', async () => {
  const told = async () => {
    await hearAll(world)
    const items = await itemsOf(world, 'ezra')
    return items.filter(({ kind }) => kind === 'report_finished').map(({ outcome }) => outcome)
  }
  const { id } = (await request(world, 'ezra')).body
  await giveUpReport(world, { run_id: id })
  expect(await told()).toEqual(['failed'])
  const [{ topic, newest_seq } = { topic: '', newest_seq: 0 }] = await itemsOf(world, 'ezra')
  const params = { kind: 'report_finished' as const, topic }
  await world.as('ezra').call(notices.mark, { params, body: { box: 'done', through: newest_seq } })
  await hearReport(world, { run_id: id })
  expect(await told()).toEqual([])
  await world.as('ezra').call(reports.retry, { params: { id } })
  world.clock.advance(1)
  await giveUpReport(world, { run_id: id })
  expect(await told()).toEqual(['failed'])
})

test('a scheduled report, which is mailed by itself, is told by no other mail', async () => {
  const { gita } = world.company.users
  await sql`UPDATE users SET notification_ways = '{"report_finished": "at_once"}' WHERE id = ${gita}`.execute(
    world.db,
  )
  const lettersAfter = async (asked: Promise<{ status: number }>) => {
    expect((await asked).status).toBe(201)
    await workReports(world)
    await hearAll(world)
    world.clock.advance(QUIET_MS)
    await gatherLetters(world.engine, { kind: 'report_finished' })
    const { rows } = await sql`SELECT 1 FROM notice_letters WHERE user_id = ${gita}`.execute(world.db)
    return rows.length
  }
  const { body } = await request(world, 'gita', {
    report_type: 'scheduled',
    frequency: 'weekly',
    filters: {},
  })
  const sent = world.as('gita').call(reports.sendNow, { params: { id: body.id } })
  expect(await lettersAfter(sent.then(() => ({ status: 201 })))).toBe(0)
  expect(await countsOf(world, 'gita')).toEqual(['report_finished 1'])
  expect(await lettersAfter(request(world, 'gita'))).toBe(1)
})

test('of a report in which there is nothing nobody is told', async () => {
  await request(world, 'bakri', { filters: { status: ['Cancelled'] }, skip_when_empty: true })
  await workReports(world)
  await hearAll(world)
  expect(await countsOf(world, 'bakri')).not.toContain('report_finished 1')
})
