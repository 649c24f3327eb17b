import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { type ChangedBy, recordChange } from './record.ts'

const world = await createWorld()
const now = world.clock.now()
const devi = await world.callerOf('devi')
const target = {
  kind: 'customer' as const,
  id: 'c-1',
  name: 'Seri Jaya',
  sender_entity_id: world.company.entities.kinabalu,
}
const events = async () =>
  (await sql<Record<string, unknown>>`SELECT * FROM audit_events ORDER BY field`.execute(world.db)).rows
beforeEach(() => sql`DELETE FROM audit_events`.execute(world.db))

type Told = Parameters<typeof recordChange<string>>[2]
const record = (change: Partial<Told>, { caller }: Partial<ChangedBy> = { caller: devi }) =>
  inTransaction(world.db, (tx) =>
    recordChange(tx, { caller, now }, { target, before: {}, after: {}, fields: [], ...change }),
  )

describe('a change', () => {
  test('is one line per declared field that differs, with the names of who and what', async () => {
    const before = { name: 'Seri', city: 'Ipoh', state: '08', logo: 'a' }
    const after = { name: 'Seri Jaya', city: 'Ipoh', state: '14', logo: 'b' }
    await record({ before, after, fields: ['name', 'city', 'state'] })
    const who = {
      ...{ user_id: world.company.users.devi, api_key_id: null, actor_name: 'Devi Krishnan', at: now },
      ...{ actor_email: 'devi@lulus.example', actor_is_admin: true },
    }
    const what = {
      action: 'update',
      target_kind: 'customer',
      target_id: 'c-1',
      target_name: 'Seri Jaya',
      sender_entity_id: target.sender_entity_id,
    }
    expect(await events()).toMatchObject([
      { ...who, ...what, field: 'name', old_value: 'Seri', new_value: 'Seri Jaya' },
      { ...who, ...what, field: 'state', old_value: '08', new_value: '14' },
    ])
  })

  test('is a creation without a before and a deletion without an after', async () => {
    await record({ before: undefined, after: { name: 'A', city: '' }, fields: ['name', 'city'] })
    await record({ before: { name: 'A', city: null }, after: undefined, fields: ['name', 'city'] }, {})
    expect(await events()).toMatchObject([
      { action: 'create', actor_name: 'Devi Krishnan', old_value: '', new_value: 'A' },
      { action: 'delete', actor_name: 'Lulus', user_id: null, old_value: 'A', new_value: '' },
    ])
  })

  test('of lists, numbers, instants and long texts is told in text', async () => {
    const after = { a: [1, 2], b: 3, c: now, d: 'x'.repeat(3_000), e: false }
    await record({ after, fields: ['a', 'b', 'c', 'd', 'e'] })
    expect((await events()).map(({ new_value }) => new_value)).toEqual([
      '[1,2]',
      '3',
      now.toISOString(),
      'x'.repeat(2_000),
      'false',
    ])
  })

  test('of more than is told leaves a line all the same', async () => {
    const [before, after] = [{ d: `${'x'.repeat(3_000)}y` }, { d: `${'x'.repeat(3_000)}z` }]
    await record({ before, after, fields: ['d'] })
    expect(await events()).toHaveLength(1)
  })

  test.each(['password_hash', 'client_secret', 'private_key_pem', 'prod.client_id_sealed', 'smtp.token'])(
    'of %s is never told',
    async (field) => {
      await expect(record({ after: { [field]: 'Rahsia' }, fields: [field] })).rejects.toThrow(field)
      expect(await events()).toEqual([])
    },
  )

  test('of a secret by its name does not compile', async () => {
    await inTransaction(world.db, async (tx) => {
      const after = { username: 'aminah', password_hash: 'Rahsia' }
      const told = { target, before: {}, after }
      // @ts-expect-error: a secret is among the fields.
      const wrong = recordChange(tx, { caller: devi, now }, { ...told, fields: ['password_hash'] })
      await expect(wrong).rejects.toThrow('password_hash')
    })
  })
})

test('the names outlive the person and the target', async () => {
  const kinabalu = world.company.entities.kinabalu
  const patch = (body: { city: string } | { name: string }) =>
    world.as('devi').call(entities.update, { params: { id: kinabalu }, body })
  expect((await patch({ city: 'Ipoh' })).status).toBe(200)
  expect((await patch({ name: 'Kinabalu Baharu Sdn Bhd' })).status).toBe(200)
  await sql`UPDATE users SET first_name = 'Anu' WHERE id = ${world.company.users.devi}`.execute(world.db)
  const names = { actor_name: 'Devi Krishnan', target_name: 'Kinabalu Trading Sdn Bhd' }
  expect(await events()).toMatchObject([
    { ...names, field: 'city' },
    { ...names, field: 'name', new_value: 'Kinabalu Baharu Sdn Bhd' },
  ])
})
