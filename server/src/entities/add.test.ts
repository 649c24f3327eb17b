import { sql } from 'kysely'
import { expect, it, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { session } from '#contract/people/session.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { startWorker } from '../worker.ts'

const world = await createWorld({ simulator: true })
const { image: _, ...KINABALU } = ENTITIES.kinabalu
const IPOH = {
  ...KINABALU,
  ...{ entity_code: '', name: 'Ipoh Tin Works Sdn Bhd', store_code: 'IPH01', store_name: 'Ipoh' },
}
const add = (given: object = {}, who: Who = 'devi') =>
  world.as(who).callWrongly(entities.create, { body: { ...IPOH, ...given } })
const count = async () => (await world.as('devi').call(entities.list, {})).body.entities.length

test('a new company has the code that was entered, its environment and its first department', async () => {
  const { status, body } = await add({ entity_code: '2000000000000001', environment: 'preprod' })
  expect([status, body]).toMatchObject([
    201,
    {
      ...{ name: IPOH.name, entity_code: '2000000000000001', environment: 'preprod', image: '' },
      obstacle: 'There are no credentials for LHDN’s test system (preprod).',
    },
  ])
  const { store_code } = (await world.as('devi').call(session.profile, {})).body
  expect(store_code.filter(({ sender_entity_id }) => sender_entity_id === body.id)).toMatchObject([
    { code: 'IPH01', name: 'Ipoh' },
  ])
})

test('it gets a code of sixteen digits where none was entered, and stands in the audit log', async () => {
  const { body } = await add()
  expect(body.entity_code).toMatch(/^[1-9][0-9]{15}$/)
  const { rows } = await sql<{ field: string; new_value: string; actor_name: string }>`
    SELECT field, new_value, actor_name FROM audit_events
    WHERE target_id = ${body.id} AND sender_entity_id = ${body.id}::uuid AND action = 'create'`.execute(
    world.db,
  )
  const told = Object.fromEntries(rows.map(({ field, new_value }) => [field, new_value]))
  const { entity_code, ...rest } = Object.fromEntries(
    Object.entries(IPOH).filter(([, value]) => value !== ''),
  )
  expect(told).toEqual({ ...rest, entity_code: body.entity_code })
  expect(new Set(rows.map((row) => row.actor_name))).toEqual(new Set(['Devi Krishnan']))
})

it('plays with the simulator at once: the worker fetches what it is to be sent with', async () => {
  const { body } = await add({ store_code: 'TPG01', store_name: 'Taiping' })
  expect(body.obstacle).toBe('There are no credentials for the simulator.')
  const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 2 })
  await startWorker(jobs, world.engine, world.outlets)
  const get = async () => (await world.as('devi').call(entities.get, { params: { id: body.id } })).body
  await expect.poll(async () => (await get()).obstacle, { timeout: 30_000 }).toBe('')
  await jobs.stop({ graceful: true })
  const row = await buildDocument(world, { who: 'devi', sender_store_code: 'TPG01' })
  expect(row.sender_entity_id).toBe(body.id)
})

const CODE = 'Please enter 16 digits, or nothing.'
const STORE = 'Please enter a code of up to 20 letters, digits and hyphens.'

it.each([
  [{ entity_code: ENTITIES.selat.entity_code }, 'entity_code', 'Another company has this code.'],
  [{ entity_code: '123' }, 'entity_code', CODE],
  [{ entity_code: '１'.repeat(16) }, 'entity_code', CODE],
  [{ store_code: '' }, 'store_code', STORE],
  [{ store_code: 'K L' }, 'store_code', STORE],
  [{ store_code: 'A'.repeat(21) }, 'store_code', STORE],
  [{ store_name: ' ' }, 'store_name', 'Please enter a name.'],
  [{ environment: 'moon' }, 'environment', expect.any(String)],
  [{ name: '' }, 'name', expect.any(String)],
  [{ tin_no: 'C1' }, 'tin_no', expect.any(String)],
  [{ state: '' }, 'state', expect.any(String)],
  [{ image: 'data:image/png;base64,AAAA' }, 'image', expect.any(String)],
])('is refused with %o, naming the field, and leaves nothing behind', async (given, field, message) => {
  const before = await count()
  const { status, body } = await add(given)
  expect([status, body[field]]).toEqual([400, [message]])
  expect(await count()).toBe(before)
})

test('of two with one code at the same time one is refused', async () => {
  const two = await Promise.all([
    add({ entity_code: '2000000000000002' }),
    add({ entity_code: '2000000000000002' }),
  ])
  expect(two.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

it.each<Who>(['aminah', 'chong', 'key'])('is not made by %s', async (who) => {
  expect((await add({}, who)).status).toBe(403)
})
