import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { TERM_ENDING } from '#domain/documents/lifecycle.ts'
import { sentenceOf } from '#domain/notifications/sentences.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, decide, line } from '../../test/build.ts'
import { scansOf } from '../../test/plan.ts'
import { createWorld, NOON } from '../../test/world.ts'
import { nearTheirTerm } from '../documents/reading/standing.ts'
import { copies } from './fixtures/copies.ts'
import { countsOf, hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearAccess, lookAgain } from './hearing/documents.ts'

const world = await createWorld()
const { db, clock, engine } = world

const LATER = '2026-07-17'
/** From here on it is told that they are due on that day. */
const FROM = Date.parse('2026-07-15T16:00:00Z')

beforeEach(async () => {
  clock.advance(NOON.getTime() - clock.now().getTime())
  await sql`DELETE FROM pgboss.job`.execute(db)
  await sql`TRUNCATE notices, notice_marks`.execute(db)
  await sql`UPDATE documents SET status = 'User Cancelled'`.execute(db)
})

/** A consolidated one that waits for approval and is due by then. */
const due = async (submit_by: string): Promise<string> => {
  const billed = { billing_start: '2026-06-01', billing_end: '2026-06-30' }
  const { id } = await buildDocument(world, { ...billed, items: [line({ classification: '004' })] })
  await sql`UPDATE documents SET submit_by = ${submit_by} WHERE id = ${id}`.execute(db)
  return id
}

const held = async (submit_by: string): Promise<string> => {
  const uuid = await due(submit_by)
  await decide(world, 'bakri', uuid)
  const { status, text } = await world
    .as('bakri')
    .call(documents.hold, { params: { uuid }, body: { reason: 'Wait for the order' } })
  expect(status, text).toBe(200)
  return uuid
}

const sentBack = async (submit_by: string): Promise<string> => {
  const uuid = await due(submit_by)
  await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong buyer' })
  return uuid
}

/** It replaces another one that is not cancelled at LHDN yet. */
const awaiting = async (submit_by: string): Promise<string> => {
  const id = await due(submit_by)
  await sql`UPDATE documents SET awaits_cancellation = TRUE WHERE id = ${id}`.execute(db)
  return id
}

test.each([
  ['a person holds', held],
  ['was sent back', sentBack],
  ['waits for the cancellation of another one', awaiting],
])('a consolidated document that %s is told of as its last day comes near', async (_what, make) => {
  const subject = await make(LATER)
  await hearAll(world)
  clock.advance(FROM - 1 - clock.now().getTime())
  await lookAgain(engine)
  expect(await countsOf(world, 'bakri')).toEqual([])
  clock.advance(1)
  await lookAgain(engine)
  const told = await itemsOf(world, 'aminah')
  const deadlines = told.filter(({ kind }) => kind === 'submission_deadline')
  expect(deadlines).toMatchObject([{ count: 1, subject }])
  expect(await countsOf(world, 'bakri')).toEqual(['submission_deadline 1'])
  await lookAgain(engine)
  expect(await itemsOf(world, 'aminah'), 'it is told once').toEqual(told)
})

test('what is held is told of however late it is, and what was sent back a month ago is not dug up', async () => {
  const late = await held('2026-03-07')
  await sentBack('2026-06-07')
  const lately = await sentBack('2026-07-07')
  await sql`DELETE FROM pgboss.job`.execute(db)
  await lookAgain(engine)
  const { rows } = await sql<{ subject: string }>`SELECT DISTINCT subject FROM notices`.execute(db)
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual([late, lately].toSorted())
})

test('what is overdue is told as that, also where it becomes so unseen', async () => {
  await held('2026-07-07')
  await lookAgain(engine)
  const said = async () => (await itemsOf(world, 'bakri')).map(sentenceOf)
  expect(await said()).toEqual([
    expect.stringMatching(/ is consolidated and should have reached LHDN by 7 Jul 2026\.$/),
  ])
  await sql`TRUNCATE notices`.execute(db)
  await sql`UPDATE documents SET submit_by = ${LATER}`.execute(db)
  clock.advance(FROM - clock.now().getTime())
  await lookAgain(engine)
  expect(await said()).toEqual([expect.stringMatching(/ must reach LHDN by 17 Jul 2026\.$/)])
  clock.advance(48 * HOUR_MS)
  expect(await said()).toEqual([expect.stringMatching(/ should have reached LHDN by 17 Jul 2026\.$/)])
})

const sendTo = async (environment: string) => {
  const { kinabalu } = world.company.entities
  await sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${kinabalu}`.execute(db)
  await hearAccess(engine, { sender_entity_id: kinabalu })
}

test.each([
  ['waits for approval', due],
  ['a person holds', held],
  ['was sent back', sentBack],
  ['waits for the cancellation of another one', awaiting],
])('a trial that %s is due by no law once its company has gone live', async (_what, make) => {
  const id = await make(LATER)
  await hearAll(world)
  clock.advance(FROM - clock.now().getTime())
  const dueByLaw = async () => {
    await lookAgain(engine)
    const told = (await countsOf(world, 'aminah')).filter((one) => one.startsWith('submission_deadline'))
    const list = await world.as('aminah').call(documents.list, { query: { status: TERM_ENDING } })
    return { told, listed: list.body.results.map(({ uuid }) => uuid) }
  }
  const found = { told: ['submission_deadline 1'], listed: [id] }
  expect(await dueByLaw()).toEqual(found)
  await sendTo('prod')
  expect(await dueByLaw()).toEqual({ told: [], listed: [] })
  await sendTo('simulator')
  expect(await dueByLaw(), 'it sends there again').toEqual(found)
  await sql`UPDATE documents SET environment = 'prod' WHERE id = ${id}`.execute(db)
  expect(await dueByLaw(), 'a tax document is due wherever its company tries by now').toEqual(found)
})

test('all of them are come to, along an index that has no others', async () => {
  const id = await held('2026-07-10')
  await copies(world, id, 1_100)
  const rejected = await sentBack('2026-03-07')
  await copies(world, rejected, 20)
  const pending = await due(LATER)
  await copies(world, pending, 3_000)
  await sql`ANALYZE documents`.execute(db)
  const [scan, ...others] = await scansOf(db, 'documents', (handle) =>
    nearTheirTerm(handle, { until: LATER, limit: 500 }),
  )
  expect(others).toEqual([])
  expect(scan?.scan).toMatch(/Index/)
  expect(scan?.read).toBeLessThan(600)
  await lookAgain(engine)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM notices WHERE kind = 'submission_deadline'`.execute(db)
  expect(rows).toEqual([{ n: 1_101 }])
})
