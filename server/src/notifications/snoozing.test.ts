import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type NoticeMark, notices } from '#contract/notifications/notices.ts'
import { type Snooze, snoozedUntil } from '#domain/notifications/snooze.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { copies } from './fixtures/copies.ts'
import { countsOf, hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearMoves, hearNotes } from './hearing/documents.ts'

const world = await createWorld({ simulator: true })
const { db, clock, engine, company } = world

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
const putAside = async (kind: Kind, box: 'snoozed' | 'done', until: Snooze = 'monday') => {
  const shown = (await itemsOf(world, 'bakri')).find((item) => item.kind === kind)
  await mark(kind, { box, from: 'inbox', through: shown?.newest_seq ?? 0, until })
}
const toMorning = async () => {
  const [item] = await itemsOf(world, 'bakri', 'snoozed')
  clock.advance(new Date(item?.snoozed_until ?? 0).getTime() - clock.now().getTime())
}
const failures = async () => {
  const { id } = await buildDocument(world, { status: 'Submission Failed' })
  await hearAll(world)
  return async (more: number) => hearMoves(engine, { history_ids: await copies(world, id, more) })
}
/** The buyer of a valid document asks for its rejection, which has so many hours left. */
const wish = async (hours_left: number) => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  await hearAll(world)
  const validated_at = new Date(clock.now().getTime() - (72 - hours_left) * HOUR_MS)
  await sql`UPDATE documents SET reject_requested_at = ${clock.now()}, validated_at = ${validated_at}
    WHERE id = ${id}`.execute(db)
  await hearNotes(engine, { document_ids: [id] })
  return id
}

test('what comes after an item was snoozed is told', async () => {
  const fail = await failures()
  await putAside('submission_failed', 'snoozed')
  await fail(2)
  expect(await boxes()).toEqual([['submission_failed 2'], ['submission_failed 1'], []])
  await toMorning()
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
  await toMorning()
  expect(await boxes()).toEqual([['submission_failed 1'], [], ['submission_failed 1']])
  await putAside('submission_failed', 'done')
  expect(await boxes()).toEqual([[], [], ['submission_failed 2']])
  await mark('submission_failed', { box: 'inbox', from: 'done' })
  expect(await boxes(), 'one step').toEqual([['submission_failed 1'], [], ['submission_failed 1']])
})

test('what is done before its morning does not come back, and Undo goes by the box that was seen', async () => {
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
  await mark('submission_failed', { box: 'inbox', from: 'done' })
  const one_each = [['submission_failed 1'], ['submission_failed 1'], ['submission_failed 1']]
  expect(await boxes(), 'what was done last').toEqual(one_each)
  await putAside('submission_failed', 'done')
  await mark('submission_failed', { box: 'inbox', from: 'snoozed' })
  expect(await boxes(), 'what was snoozed').toEqual([['submission_failed 1'], [], ['submission_failed 2']])
})

test('what ends before the morning stays in sight, and later ends are put off', async () => {
  const later = await wish(72)
  const id = await wish(4)
  await mark('rejection_requested', { box: 'snoozed', until: 'tomorrow' })
  const [inbox, snoozed] = [await itemsOf(world, 'bakri'), await itemsOf(world, 'bakri', 'snoozed')]
  expect([inbox, snoozed]).toMatchObject([[{ count: 1, subject: id }], [{ count: 1, subject: later }]])
  await mark('rejection_requested', { box: 'done', from: 'snoozed' })
  expect(await itemsOf(world, 'bakri'), 'what nobody touched').toMatchObject([{ count: 1, subject: id }])
  await mark('rejection_requested', { box: 'inbox', from: 'done' })
  await mark('rejection_requested', { box: 'snoozed', until: 'tomorrow' })
  await putAside('rejection_requested', 'done')
  expect(await boxes()).toEqual([[], ['rejection_requested 1'], ['rejection_requested 1']])
})

test('to snooze again brings nothing back that is done, and the first morning holds for all', async () => {
  const fail = await failures()
  await putAside('submission_failed', 'snoozed', 'monday')
  await fail(1)
  await putAside('submission_failed', 'done')
  await fail(1)
  await putAside('submission_failed', 'snoozed', 'tomorrow')
  expect(await boxes()).toEqual([[], ['submission_failed 2'], ['submission_failed 1']])
  const [first] = await itemsOf(world, 'bakri', 'snoozed')
  expect(first?.snoozed_until).toBe(snoozedUntil('tomorrow', clock.now()).toISOString())
  await fail(1)
  await putAside('submission_failed', 'snoozed', 'monday')
  const [item] = await itemsOf(world, 'bakri', 'snoozed')
  expect(item).toMatchObject({ count: 3, snoozed_until: first?.snoozed_until })
  await toMorning()
  expect(await boxes()).toEqual([['submission_failed 3'], [], ['submission_failed 1']])
  await putAside('submission_failed', 'snoozed', 'tomorrow')
  expect(await boxes(), 'anew').toEqual([[], ['submission_failed 3'], ['submission_failed 1']])
})

test('the morning of what nobody is told of any more holds for nothing', async () => {
  const fail = await failures()
  await putAside('submission_failed', 'snoozed', 'tomorrow')
  await sql`DELETE FROM notices`.execute(db)
  await fail(1)
  await putAside('submission_failed', 'snoozed', 'monday')
  const [item] = await itemsOf(world, 'bakri', 'snoozed')
  expect(item?.snoozed_until).toBe(snoozedUntil('monday', clock.now()).toISOString())
})

test('what was done stays done by what is done later, also where it has ended meanwhile', async () => {
  await wish(72)
  const id = await wish(4)
  await mark('rejection_requested', { box: 'snoozed', until: 'tomorrow' })
  clock.advance(5 * HOUR_MS)
  const [ended] = await itemsOf(world, 'bakri')
  expect(ended).toMatchObject({ count: 1, subject: id })
  await putAside('rejection_requested', 'done')
  await wish(72)
  await putAside('rejection_requested', 'done')
  expect(await boxes()).toEqual([[], ['rejection_requested 1'], ['rejection_requested 2']])
})
