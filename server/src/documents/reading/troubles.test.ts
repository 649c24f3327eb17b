import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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
  for (let i = 0; i < 3; i++) await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  expect((await world.as('gita').call(documents.troubles, {})).body).toEqual({ troubles: [] })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'turn' })

  await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  const told = { environment: 'simulator', why: 'HTTP 503', since: expect.any(String) }
  expect((await world.as('gita').call(documents.troubles, {})).body).toEqual({
    troubles: [{ ...told, waiting: 1 }],
  })
  expect((await world.as('chong').call(documents.troubles, {})).body).toEqual({
    troubles: [{ ...told, waiting: 0 }],
  })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'unavailable' })
  expect(await gate.enter('another client', 'submit')).toMatchObject({ kind: 'turn' })

  await gate.report('client', 'submit', 'simulator', undefined)
  expect((await world.as('gita').call(documents.troubles, {})).body).toEqual({ troubles: [] })
  expect(await gate.enter('client', 'submit')).toMatchObject({ kind: 'turn' })
})

test('trouble is told while somebody tries: what nobody has tried for a quarter of an hour may be over', async () => {
  const gate = sharedGate({ db: world.db, box: world.box, sleep: (ms) => sleep(ms), spacing: () => 0 })
  for (let i = 0; i < 4; i++) await gate.report('client', 'submit', 'simulator', 'HTTP 503')
  const after = async (minutes: number) => {
    const passed = sql`clock_timestamp() - ${minutes} * interval '1 minute'`
    await sql`UPDATE authority_circuits SET open_until = ${passed}`.execute(world.db)
    return (await world.as('gita').call(documents.troubles, {})).body?.troubles.length
  }
  expect([await after(14), await after(16)]).toEqual([1, 0])
})
