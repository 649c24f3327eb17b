import { describe, expect, it } from 'vitest'
import { FLAGS } from '#domain/access/flags.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { issueKey, revokeKey } from './api-keys.ts'
import { loadCaller } from './caller.ts'

const world = await createWorld()
const { db, clock, company } = world
const load = (headers: Record<string, string | string[]>) =>
  loadCaller(db, headers, { now: clock.now(), idle_ms_max: 900_000 })
const asPerson = async (name: keyof typeof company.users) =>
  load(await world.tokenHeader(company.users[name]))

describe('a person', () => {
  it('has the flags of the groups and the stores whose entity is assigned too', async () => {
    const aminah = await asPerson('aminah')
    expect(aminah).toMatchObject({
      kind: 'user',
      email: 'aminah@lulus.example',
      display_name: 'Aminah Yusof',
    })
    expect([...(aminah?.flags ?? [])].toSorted()).toEqual([
      'can_create_invoice',
      'can_edit_invoice',
      'can_export_csv',
      'can_view_invoice',
    ])
    expect(aminah?.stores.map((store) => store.code)).toEqual(['KUL01', 'PEN01'])
  })

  it('does not reach a store whose entity was taken away', async () => {
    const on = db.withTables<{ user_entities: { user_id: string; sender_entity_id: string } }>()
    const { ezra } = company.users
    const other = { sender_entity_id: company.entities.selat }
    await on.updateTable('user_entities').set(other).where('user_id', '=', ezra).execute()
    expect((await asPerson('ezra'))?.stores).toEqual([])
  })

  it('who is superadmin has every flag and every store', async () => {
    const devi = await asPerson('devi')
    expect(devi?.flags.size).toBe(FLAGS.length)
    expect(devi?.stores.map((store) => store.code)).toEqual(['JHB01', 'KUL01', 'PEN01'])
  })

  it('whose account was switched off is nobody', async () => {
    const headers = await world.tokenHeader(company.users.gita)
    expect(await load(headers)).toBeDefined()
    const on = db.withTables<{ users: { id: string; is_active: boolean } }>()
    await on.updateTable('users').set({ is_active: false }).where('id', '=', company.users.gita).execute()
    expect(await load(headers)).toBeUndefined()
  })
})

describe('an API key', () => {
  const issue = (expires_at = new Date(clock.now().getTime() + 1000)) =>
    inTransaction(db, (tx) =>
      issueKey(tx, {
        name: 'Till',
        sender_entity_id: company.entities.kinabalu,
        store_code_ids: [company.stores.PEN01],
        flags: ['can_create_invoice'],
        expires_at,
        now: clock.now(),
      }),
    )

  it('is taken in both headers and brings its entity, stores and flags', async () => {
    const { id, key } = await issue()
    const expected = {
      kind: 'api_key',
      key_id: id,
      name: 'Till',
      sender_entity_id: company.entities.kinabalu,
    }
    for (const [name, value] of [
      ['authorization', `Api-Key ${key}`],
      ['x-api-key', key],
    ] as const) {
      const caller = await load({ [name]: value })
      expect(caller).toMatchObject(expected)
      expect(caller?.stores.map((store) => store.code)).toEqual(['PEN01'])
      expect([...(caller?.flags ?? [])]).toEqual(['can_create_invoice'])
    }
  })

  it('is dead once revoked, and cannot be revoked twice', async () => {
    const { id, key } = await issue()
    expect(await inTransaction(db, (tx) => revokeKey(tx, id, clock.now()))).toBe(true)
    expect(await load({ 'x-api-key': key })).toBeUndefined()
    expect(await inTransaction(db, (tx) => revokeKey(tx, id, clock.now()))).toBe(false)
  })

  it('is dead from the instant it expires', async () => {
    const { key } = await issue(new Date(clock.now().getTime() + 1000))
    clock.advance(999)
    expect(await load({ 'x-api-key': key })).toBeDefined()
    clock.advance(1)
    expect(await load({ 'x-api-key': key })).toBeUndefined()
  })

  it('cannot be given a store of another entity', async () => {
    const foreign = inTransaction(db, (tx) =>
      issueKey(tx, {
        name: 'Till',
        sender_entity_id: company.entities.kinabalu,
        store_code_ids: [company.stores.JHB01],
        flags: [],
        expires_at: clock.now(),
        now: clock.now(),
      }),
    )
    await expect(foreign).rejects.toMatchObject({ problem: { code: 'changed_meanwhile' } })
  })
})

describe('credentials', () => {
  it.each([
    ['none', {}],
    ['an unknown token', { authorization: 'Token nonsense' }],
    ['a key sent as a token', { authorization: `Token ${world.key}` }],
    ['a bare token', { authorization: world.key }],
    ['words after the key', { authorization: `Api-Key ${world.key} x` }],
    ['two headers', { 'x-api-key': [world.key, world.key] }],
    ['a header without end', { authorization: `Token ${'x'.repeat(10_000)}` }],
  ])('of %s are nobody', async (_name, headers) => {
    expect(await load(headers)).toBeUndefined()
  })
})
