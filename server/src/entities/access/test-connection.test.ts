import { afterEach, expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { clearFaults, planFault } from '../../../test/simulator.ts'
import { createWorld, type Who } from '../../../test/world.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const connect = (environment = 'simulator', who: Who = 'devi') =>
  world.as(who).callWrongly(entities.testConnection, { params: { id: kinabalu }, body: { environment } })
const said = async () => (await connect()).body

afterEach(() => clearFaults(world))

test('a good connection says what it found', async () => {
  expect(await said()).toEqual({
    ok: true,
    message: 'Signed in to the simulator. It takes 8 types of documents.',
  })
})

test('an environment without credentials is not asked at all', async () => {
  for (const environment of ['preprod', 'prod']) {
    const { status, body } = await connect(environment)
    expect([status, body.ok, body.message]).toEqual([
      200,
      false,
      expect.stringMatching(/Nothing was asked\.$/),
    ])
  }
})

test('credentials that are refused are found out, whatever token was held before', async () => {
  await said()
  const secrets = await world.engine.secrets(kinabalu)
  const replace = (client_secret: string | undefined) =>
    world.as('devi').callWrongly(entities.setCredentials, {
      params: { id: kinabalu },
      body: {
        environment: 'simulator',
        client_id: secrets?.client_id,
        client_secret,
      },
    })
  await replace('not the secret')
  expect(await said()).toEqual({
    ok: false,
    message: expect.stringMatching(/^The simulator refused the credentials/),
  })
  await replace(secrets?.client_secret)
  expect(await said()).toMatchObject({ ok: true })
})

test('an authority that fails is told in words', async () => {
  await planFault(world, 'token', '503')
  expect(await said()).toEqual({
    ok: false,
    message: expect.stringMatching(/^The simulator cannot be reached\. /),
  })
})

test('it is for superadmins, and for environments that exist', async () => {
  expect((await connect('simulator', 'chong')).status).toBe(403)
  expect((await connect('moon')).status).toBe(400)
})
