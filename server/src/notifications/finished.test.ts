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
