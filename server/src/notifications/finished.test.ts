import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notices } from '#contract/notifications/notices.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { hearAll, itemsOf } from './fixtures/hearing.ts'
import { hearImport } from './hearing/finished.ts'

const world = await createWorld()

const finished = async () => (await itemsOf(world, 'aminah')).filter(({ kind }) => kind === 'import_finished')

test('a large file that is uploaded again is told of again when it ends, and each end once', async () => {
  const file = csvOf(Array.from({ length: 202 }, (_, at) => row(`TWICE-${at}`)))
  const send = async () => {
    const { body } = await upload(world, 'aminah', file)
    const import_id = body.import_id ?? ''
    await work(world, import_id)
    await hearAll(world)
    return import_id
  }
  const import_id = await send()
  const [first] = await finished()
  if (!first) throw new Error('The upload is told to nobody.')
  const { kind, topic, newest_seq } = first
  const params = { kind, topic }
  await world.as('aminah').call(notices.mark, { params, body: { box: 'done', through: newest_seq } })
  await hearImport(world, { import_id })
  expect(await finished()).toEqual([])
  world.clock.advance(1)
  expect(await send()).toBe(import_id)
  expect(await finished()).toMatchObject([{ topic, outcome: 'done' }])
})

test('more news than are listed are said to be more, and put under Done together', async () => {
  const { aminah, bakri } = world.company.users
  const topics = Array.from({ length: 101 }, (_, at) => `upload-${at}`)
  await sql`TRUNCATE notices, notice_marks`.execute(world.db)
  await sql`INSERT INTO notices (kind, subject, topic, label, origin, user_id, began_at)
    SELECT 'import_finished', topic, topic, topic, '', ${aminah}::uuid, ${world.clock.now()}::timestamptz
    FROM unnest(${topics}::text[]) AS topic
    UNION ALL SELECT 'import_finished', 'other', 'other', '', '', ${bakri}::uuid, ${world.clock.now()}::timestamptz
  `.execute(world.db)
  const inbox = async (who: 'aminah' | 'bakri') => {
    const { items, more } = (await world.as(who).call(notices.list, { query: {} })).body
    return [items.length, more]
  }
  expect(await inbox('aminah')).toEqual([100, true])
  const seen = (await itemsOf(world, 'aminah')).map(({ newest_seq }) => newest_seq)
  const [first] = await itemsOf(world, 'aminah')
  const params = { kind: 'import_finished' as const, topic: first?.topic ?? '' }
  await world.as('aminah').call(notices.mark, { params, body: { box: 'snoozed' } })
  expect(await inbox('aminah')).toEqual([100, false])
  await sql`INSERT INTO notices (kind, subject, topic, origin, user_id, began_at)
    VALUES ('import_finished', 'late', 'late', '', ${aminah}, ${world.clock.now()})`.execute(world.db)
  const body = { through: Math.max(...seen) }
  expect((await world.as('aminah').call(notices.finishNews, { body })).status).toBe(200)
  expect((await itemsOf(world, 'aminah')).map(({ topic }) => topic)).toEqual(['late'])
  expect((await itemsOf(world, 'aminah', 'snoozed')).map(({ topic }) => topic)).toEqual([params.topic])
  expect(await inbox('bakri')).toEqual([1, false])
})
