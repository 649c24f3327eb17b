import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { sharedGate } from '../../authority/wire/shared-gate.ts'

let world: World

beforeAll(async () => {
  world = await createWorld({ simulator: true })
})

test('four failures in a row are told to everybody, and one answer ends it', async () => {
  const gate = sharedGate({ db: world.db, box: world.box, sleep: (ms) => sleep(ms), spacing: () => 0 })
  await buildDocument(world, { status: 'Approved' })
  const held = await buildDocument(world, { status: 'Approved' })
  expect(
    await world
      .as('bakri')
      .call(documents.hold, { params: { uuid: held.id }, body: { reason: 'Ask the buyer' } }),
  ).toMatchObject({
    status: 200,
  })
  for (let i = 0; i < 3; i++) await gate.report('client', 'simulator', 'HTTP 503')
  expect((await world.as('gita').call(documents.troubles, {})).body).toEqual({ troubles: [] })
  expect(await gate.enter('client', 'submit')).toBeUndefined()

  await gate.report('client', 'simulator', 'HTTP 503')
  const told = { environment: 'simulator', why: 'HTTP 503', since: expect.any(String) }
  expect((await world.as('gita').call(documents.troubles, {})).body).toEqual({
    troubles: [{ ...told, waiting: 1 }],
  })
  expect((await world.as('chong').call(documents.troubles, {})).body).toEqual({
    troubles: [{ ...told, waiting: 0 }],
  })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'unavailable' })
  expect(await gate.enter('another client', 'submit')).toBeUndefined()

  await gate.report('client', 'simulator', undefined)
  expect((await world.as('gita').call(documents.troubles, {})).body).toEqual({ troubles: [] })
  expect(await gate.enter('client', 'submit')).toBeUndefined()
})
