import { describe, expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import { BY_ITSELF_HEADER } from '#contract/endpoint.ts'
import { session } from '#contract/people/session.ts'
import { views } from '#contract/people/views.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { ERROR_TYPES } from '#domain/notifications/error-types.ts'
import { createWorld } from '../../test/world.ts'
import type { AccountName } from '../demo/company.ts'
import { writeSetting } from '../settings/write.ts'

const world = await createWorld()
const BY_ITSELF = { [BY_ITSELF_HEADER]: '1' }
const held = async (name: AccountName) => {
  const { body } = await world.as(name).call(session.permissions, {})
  return FLAGS.filter((flag) => body[flag])
}

describe('the profile', () => {
  it('is the person with their own entities, stores and groups', async () => {
    const { body } = await world.as('aminah').call(session.profile, {})
    expect(body).toMatchObject({
      username: 'aminah',
      email: 'aminah@lulus.example',
      first_name: 'Aminah',
      access_type: 'user',
      groups: [{ name: 'Makers' }],
      notification_preferences: ERROR_TYPES.map(({ key }) => ({ key })),
    })
    expect(body.sender_entities[0]).toMatchObject({
      state_display: 'Wilayah Persekutuan Kuala Lumpur',
      country: 'MYS',
      country_display: 'MALAYSIA',
    })
    expect(body.sender_entities.map((entity: { name: string }) => entity.name)).toEqual([
      'Kinabalu Trading Sdn Bhd',
    ])
    expect(body.store_code.map((store: { code: string }) => store.code)).toEqual(['KUL01', 'PEN01'])
  })

  it('of a superadmin holds every entity and store', async () => {
    const { body } = await world.as('devi').call(session.profile, {})
    expect(body.sender_entities).toHaveLength(2)
    expect(body.store_code).toHaveLength(3)
  })
})

describe('the permissions', () => {
  it('of each demo account are those the issue promises', async () => {
    expect(await held('aminah')).toEqual([
      'can_create_invoice',
      'can_edit_invoice',
      'can_view_invoice',
      'can_export_csv',
    ])
    expect(await held('bakri')).toEqual(['can_view_invoice', 'can_approve_invoice'])
    expect(await held('gita')).toEqual(['can_view_all'])
    for (const name of ['chong', 'devi', 'ezra', 'farid'] as const) expect(await held(name)).toEqual(FLAGS)
  })
})

describe('a session over HTTP', () => {
  it('says how long it still lasts', async () => {
    const headers = await world.tokenHeader(world.company.users.bakri)
    const ask = () => world.as('nobody').call(session.validate, {}, { headers })
    expect((await ask()).body).toEqual({ valid: true, idle_ms_left: 900_000 })
    world.clock.advance(30_000)
    expect((await ask()).body).toEqual({ valid: true, idle_ms_left: 870_000 })
  })

  it('lives no longer by what a screen reads while nobody touches it', async () => {
    const headers = await world.tokenHeader(world.company.users.bakri)
    const ask = (more: Record<string, string> = {}) =>
      world.as('nobody').call(documents.troubles, {}, { headers: { ...headers, ...more } })
    const left_ms = async () =>
      (await world.as('nobody').call(session.validate, {}, { headers: { ...headers, ...BY_ITSELF } })).body
        .idle_ms_left
    world.clock.advance(120_000)
    await ask(BY_ITSELF)
    expect(await left_ms()).toBe(780_000)
    await ask()
    expect(await left_ms()).toBe(900_000)
    world.clock.advance(900_000)
    expect((await ask(BY_ITSELF)).status).toBe(401)
  })

  it('lives on by what is done, whatever a header says of it', async () => {
    const headers = { ...(await world.tokenHeader(world.company.users.bakri)), ...BY_ITSELF }
    world.clock.advance(120_000)
    await world
      .as('nobody')
      .call(views.create, { body: { list: 'items', name: 'Mine', search: '' } }, { headers })
    expect((await world.as('nobody').call(session.validate, {}, { headers })).body.idle_ms_left).toBe(900_000)
  })

  it('lives on by what is done also where the limit is the shortest', async () => {
    const change = { caller: undefined, key: 'session.idle_ms_max' } as const
    await writeSetting(world.db, { ...change, value: 60_000, now: world.clock.now() })
    const headers = await world.tokenHeader(world.company.users.bakri)
    const ask = async () => (await world.as('nobody').call(session.profile, {}, { headers })).status
    const told: number[] = []
    for (let calls = 0; calls < 5; calls++) {
      world.clock.advance(20_000)
      told.push(await ask())
    }
    expect(told).toEqual([200, 200, 200, 200, 200])
    world.clock.advance(60_000)
    expect(await ask()).toBe(401)
    await writeSetting(world.db, { ...change, value: 900_000, now: world.clock.now() })
  })

  it('is dead after signing out', async () => {
    const headers = await world.tokenHeader(world.company.users.bakri)
    expect((await world.as('nobody').call(session.logout, {}, { headers })).status).toBe(200)
    expect((await world.as('nobody').call(session.profile, {}, { headers })).status).toBe(401)
    expect((await world.as('nobody').call(session.logout, {}, { headers })).status).toBe(401)
  })

  it('tells the sign-in screen what it needs without a token', async () => {
    const { body } = await world.as('nobody').call(session.options, {})
    expect(body).toEqual({
      ldap: false,
      idle_ms_max: 900_000,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      support_email: '',
    })
    const change = { caller: undefined, key: 'support.email', value: 'it@kinabalu.example' } as const
    await writeSetting(world.db, { ...change, now: world.clock.now() })
    const told = await world.as('nobody').call(session.options, {})
    expect(told.body.support_email).toBe('it@kinabalu.example')
  })
})
