import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { planFault } from '../../../test/simulator.ts'
import { createWorld, type Who } from '../../../test/world.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities
const own = await world.engine.secrets(kinabalu)

const set = (given: object = {}, who: Who = 'devi') =>
  world.as(who).call(entities.setCredentials, {
    params: { id: kinabalu },
    body: {
      environment: 'preprod',
      client_id: 'e1f2-preprod',
      client_secret: 'Rahsia-Besar',
      ...given,
    },
  })

test('credentials are kept for their environment, sealed, and never sent back', async () => {
  const { status, body, text } = await set()
  expect(status).toBe(200)
  expect(body.access[1]).toMatchObject({
    environment: 'preprod',
    credentials: { on_behalf_of: '', modified_at: world.clock.now().toISOString() },
  })
  expect(text).not.toMatch(/e1f2-preprod|Rahsia-Besar/)
  expect(await world.engine.secrets(kinabalu, 'preprod')).toMatchObject({
    client_id: 'e1f2-preprod',
    client_secret: 'Rahsia-Besar',
  })
  expect((await world.engine.secrets(kinabalu))?.client_id).toBe(own?.client_id)
})

test('the audit log tells of the change and nothing of the secret', async () => {
  await sql`DELETE FROM audit_events`.execute(world.db)
  world.clock.advance(1_000)
  await set({ client_secret: 'Rahsia-Lagi' })
  const { rows } = await sql<object>`SELECT * FROM audit_events`.execute(world.db)
  expect(rows).toMatchObject([
    { user_id: world.company.users.devi, target_kind: 'entity', field: 'preprod.credentials' },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Rahsia|e1f2/)
})

test('the keys of a test environment are refused for production', async () => {
  await set()
  const preprod = await set({ environment: 'prod' })
  expect([preprod.status, preprod.body.client_id]).toEqual([
    400,
    ['These are the credentials for LHDN’s test system (preprod).'],
  ])
  const simulator = await set({ environment: 'prod', client_id: own?.client_id })
  expect([simulator.status, simulator.body.client_id]).toEqual([
    400,
    ['These are the credentials for the simulator.'],
  ])
  expect(await world.engine.secrets(kinabalu, 'prod')).toBeUndefined()
})

test('an intermediary names this company and no other', async () => {
  const other = await set({ on_behalf_of: 'C20935518040' })
  expect([other.status, Object.keys(other.body)]).toEqual([400, expect.arrayContaining(['on_behalf_of'])])
  expect((await set({ on_behalf_of: 'C24187306090:201501023456' })).status).toBe(200)
  expect(await world.engine.secrets(kinabalu, 'preprod')).toMatchObject({
    on_behalf_of: 'C24187306090:201501023456',
  })
})

test('credentials that were refused are tried at once where they are entered once more', async () => {
  if (!own) throw new Error('the company has credentials')
  const { authority } = world.engine
  await authority.forget(own)
  await planFault(world, 'token', '403')
  expect(await authority.reach(own)).toBe(false)
  expect(await authority.reach(own)).toBe(false)
  const { environment, client_id, client_secret } = own
  expect((await set({ environment, client_id, client_secret })).status).toBe(200)
  expect(await authority.reach(own)).toBe(true)
})

test('both parts are needed, by a superadmin', async () => {
  const { status, body } = await set({ client_id: ' ', client_secret: '' })
  expect([status, body.client_id, body.client_secret]).toEqual([
    400,
    ['Please enter the client id.'],
    ['Please enter the client secret.'],
  ])
  expect((await set({}, 'chong')).status).toBe(403)
  const nobody = await world.as('devi').call(entities.setCredentials, {
    params: { id: '00000000-0000-4000-8000-000000000000' },
    body: {
      environment: 'prod',
      client_id: 'x',
      client_secret: 'y',
    },
  })
  expect(nobody.status).toBe(404)
})
