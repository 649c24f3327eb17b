import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type NoticeMark, notices } from '#contract/notifications/notices.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { copies } from './fixtures/copies.ts'
import { countsOf, hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearMoves, hearNotes } from './hearing/documents.ts'

const world = await createWorld({ simulator: true })
const { db, clock, engine, company } = world
const HOUR_MS = 3_600_000

beforeEach(async () => {
  await sql`DELETE FROM pgboss.job`.execute(db)
  await sql`TRUNCATE notices, notice_marks`.execute(db)
})

type Kind = 'submission_failed' | 'rejection_requested'
const mark = async (kind: Kind, body: NoticeMark) => {
  const params = { kind, topic: company.entities.kinabalu }
  const { status, text } = await world.as('bakri').call(notices.mark, { params, body })
  if (status !== 200) throw new Error(text)
}
/** The inbox, what is snoozed and what is done. */
const boxes = () =>
  Promise.all((['inbox', 'snoozed', 'done'] as const).map((box) => countsOf(world, 'bakri', box)))
/** What Bakri's inbox shows goes aside, as far as it was shown. */
const putAside = async (kind: Kind, box: 'snoozed' | 'done') => {
  const shown = (await itemsOf(world, 'bakri')).find((item) => item.kind === kind)
  await mark(kind, { box, from: 'inbox', through: shown?.newest_seq ?? 0, until: 'monday' })
}
const toMonday = async () => {
  const [item] = await itemsOf(world, 'bakri', 'snoozed')
  clock.advance(new Date(item?.snoozed_until ?? 0).getTime() - clock.now().getTime())
}
const failures = async () => {
  const { id } = await buildDocument(world, { status: 'Submission Failed' })
  await hearAll(world)
  return async (more: number) => hearMoves(engine, { history_ids: await copies(world, id, more) })
}

test('what comes after an item was snoozed is told', async () => {
  const fail = await failures()
  await putAside('submission_failed', 'snoozed')
  await fail(2)
  expect(await boxes()).toEqual([['submission_failed 2'], ['submission_failed 1'], []])
  await toMonday()
  expect(await boxes()).toEqual([['submission_failed 3'], [], []])
})

test('what had come, but was not seen yet by whoever snoozed, is told too', async () => {
  const fail = await failures()
  const [seen] = await itemsOf(world, 'bakri')
  await fail(1)
  await mark('submission_failed', { box: 'snoozed', through: seen?.newest_seq ?? 0 })
  expect(await boxes()).toEqual([['submission_failed 1'], ['submission_failed 1'], []])
})

test('what is snoozed comes back, also where something later is done by then', async () => {
  const fail = await failures()
  await putAside('submission_failed', 'snoozed')
  await fail(1)
  await putAside('submission_failed', 'done')
  expect(await boxes()).toEqual([[], ['submission_failed 1'], ['submission_failed 1']])
  await toMonday()
  expect(await boxes()).toEqual([['submission_failed 1'], [], ['submission_failed 1']])
  await putAside('submission_failed', 'done')
  expect(await boxes()).toEqual([[], [], ['submission_failed 2']])
  await mark('submission_failed', { box: 'inbox' })
  expect(await boxes()).toEqual([['submission_failed 2'], [], []])
})

test('what is done before its morning does not come back, and taken back all of it does', async () => {
  const fail = await failures()
  await putAside('submission_failed', 'done')
  await fail(1)
  await putAside('submission_failed', 'snoozed')
  await mark('submission_failed', { box: 'done', from: 'snoozed' })
  expect(await boxes()).toEqual([[], [], ['submission_failed 2']])
  await mark('submission_failed', { box: 'inbox' })
  expect(await boxes(), 'one step').toEqual([['submission_failed 1'], [], ['submission_failed 1']])
  await putAside('submission_failed', 'snoozed')
  await fail(1)
  await putAside('submission_failed', 'done')
  await mark('submission_failed', { box: 'inbox' })
  expect(await boxes()).toEqual([['submission_failed 2'], [], ['submission_failed 1']])
})

test('what ends before the morning stays in sight, and later ends are put off', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  const wish = async (document_id: string, hours_left: number) => {
    const validated_at = new Date(clock.now().getTime() - (72 - hours_left) * HOUR_MS)
    await sql`UPDATE documents SET reject_requested_at = ${clock.now()}, validated_at = ${validated_at}
      WHERE id = ${document_id}`.execute(db)
    await hearNotes(engine, { document_ids: [document_id] })
  }
  const later = await buildDocument(world, { status: 'Validated' })
  await hearAll(world)
  await wish(later.id, 72)
  await wish(id, 4)
  await mark('rejection_requested', { box: 'snoozed', until: 'tomorrow' })
  const [inbox, snoozed] = [await itemsOf(world, 'bakri'), await itemsOf(world, 'bakri', 'snoozed')]
  expect([inbox, snoozed]).toMatchObject([[{ count: 1, subject: id }], [{ count: 1, subject: later.id }]])
  await putAside('rejection_requested', 'done')
  expect(await itemsOf(world, 'bakri')).toEqual([])
  expect(await countsOf(world, 'bakri', 'snoozed')).toEqual(['rejection_requested 1'])
})
