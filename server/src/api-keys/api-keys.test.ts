import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { intake } from '#contract/intake.ts'
import { apiKeys, KEY_STATES } from '#contract/people/api-keys.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { clientOf } from '../../test/client.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld()
const SHOP = {
  name: 'Web shop',
  sender_entity_code: ENTITIES.kinabalu.entity_code,
  store_codes: ['KUL01'],
  flags: ['can_create_invoice'] as const,
  expires_on: '2026-12-31',
}

const make = (given: object = {}, headers: Record<string, string> = {}) =>
  world.as('devi').callWrongly(apiKeys.create, { body: { ...SHOP, ...given } }, { headers })
type Query = { name?: string; state?: (typeof KEY_STATES)[number]; sender_entity_id?: string }
const list = async (query: Query = {}) => (await world.as('devi').call(apiKeys.list, { query })).body.results
const revoke = (id: string) => world.as('devi').call(apiKeys.revoke, { params: { id } })
/** Whether the door knows the key, by a call that only keys and makers of documents may make. */
const statusWith = async (key: string, { app } = world) => {
  const program = clientOf(app, async () => ({ authorization: `Api-Key ${key}` }))
  return (await program.call(intake.outcome, { body: { key: 'never used' } })).status
}
const auditOf = async (id: string) =>
  (
    await sql<{ action: string; field: string; old_value: string; new_value: string; actor_name: string }>`
      SELECT action, field, old_value, new_value, actor_name FROM audit_events
      WHERE target_kind = 'api_key' AND target_id = ${id} ORDER BY action, field`.execute(world.db)
  ).rows

describe('a new key', () => {
  it('is told once, and opens what it was made for', async () => {
    const { status, body } = await make()
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), key: expect.stringMatching(/^lulus_[A-Za-z0-9_-]{43}$/) },
        ...{ name: 'Web shop', key_start: body.key.slice(0, 12), state: 'active', store_codes: ['KUL01'] },
        ...{
          flags: ['can_create_invoice'],
          expires_on: '2026-12-31',
          created_by: 'Devi Krishnan',
          webhooks: 0,
        },
        ...{ sender_entity_id: world.company.entities.kinabalu, sender_entity_name: ENTITIES.kinabalu.name },
        ...{ created_at: world.clock.now().toISOString(), last_used_at: null, revoked_at: null },
      },
    ])
    expect(await statusWith(body.key)).not.toBe(401)
    const { key: _, ...told } = body
    const [listed] = await list({ name: 'web SHOP' })
    expect(listed).toEqual({ ...told, last_used_at: world.clock.now().toISOString() })
  })

  it('is listed with those that are in the same state, whatever came before and after', async () => {
    const name = 'By state'
    const [active = '', expired = '', revoked = ''] = await Promise.all(
      ['2027-12-31', '2027-01-01', '2027-12-31'].map(
        async (expires_on) => (await make({ name, expires_on })).body.id,
      ),
    )
    await revoke(revoked)
    await sql`UPDATE api_keys SET expires_at = ${world.clock.now()} WHERE id = ${expired}`.execute(world.db)
    const listed = async (state: (typeof KEY_STATES)[number]) =>
      (await list({ name, state })).map((key) => [key.id, key.state])
    expect(await Promise.all(KEY_STATES.map(listed))).toEqual([
      [[active, 'active']],
      [[expired, 'expired']],
      [[revoked, 'revoked']],
    ])
    expect(await list({ name })).toHaveLength(3)
  })

  it('is listed with those of its company', async () => {
    const name = 'By company'
    const { id } = (await make({ name })).body
    const { kinabalu, ...others } = world.company.entities
    expect((await list({ name, sender_entity_id: kinabalu })).map((key) => key.id)).toEqual([id])
    for (const sender_entity_id of Object.values(others))
      expect(await list({ name, sender_entity_id })).toEqual([])
  })

  it('works until its last day is over in Malaysia', async () => {
    const other = await createWorld()
    const { body } = await other.as('devi').call(apiKeys.create, {
      body: { ...SHOP, flags: ['can_create_invoice'], expires_on: '2026-07-15' },
    })
    other.clock.advance(12 * HOUR_MS - 1)
    expect(await statusWith(body.key, other)).not.toBe(401)
    other.clock.advance(1)
    expect(await statusWith(body.key, other)).toBe(401)
    const listed = await other.as('devi').call(apiKeys.list, { query: {} })
    expect(listed.body.results.find(({ id }) => id === body.id)?.state).toBe('expired')
  })

  it('is stored nowhere, but for its hash', async () => {
    const { body } = await make({ name: 'Searched for' }, { 'idempotency-key': 'stored nowhere' })
    const { rows } = await sql<{ table: string; text: string }>`
      SELECT table_name AS "table", query_to_xml(format('SELECT * FROM public.%I', table_name),
        false, true, '')::text AS text
      FROM information_schema.tables WHERE table_schema = 'public'`.execute(world.db)
    expect(rows.filter(({ text }) => text.includes('Searched for')).map(({ table }) => table)).toEqual(
      expect.arrayContaining(['api_keys', 'audit_events']),
    )
    expect(rows.filter(({ text }) => text.includes(body.key.slice(6))).map(({ table }) => table)).toEqual([])
  })

  it('is the same one for whoever lost the answer and asks again', async () => {
    const [first, second] = [
      await make({}, { 'idempotency-key': 'lost' }),
      await make({}, { 'idempotency-key': 'lost' }),
    ]
    expect(second.body).toEqual(first.body)
  })

  it('stands in the audit log, without the key', async () => {
    const { body } = await make()
    const rows = await auditOf(body.id)
    expect(rows.map(({ action, field, new_value }) => [action, field, new_value])).toEqual([
      ['create', 'expires_on', '2026-12-31'],
      ['create', 'flags', '["can_create_invoice"]'],
      ['create', 'key_start', body.key_start],
      ['create', 'name', 'Web shop'],
      ['create', 'sender_entity_name', ENTITIES.kinabalu.name],
      ['create', 'store_codes', '["KUL01"]'],
    ])
    expect(JSON.stringify(rows)).not.toContain(body.key)
  })

  it.each([
    [{ name: ' ' }, 'name', 'Please enter a name.'],
    [{ sender_entity_code: '' }, 'sender_entity_code', 'Please select Sender'],
    [{ sender_entity_code: 'none' }, 'sender_entity_code', 'This is none of your companies.'],
    [{ store_codes: [] }, 'store_codes', 'Please select the departments.'],
    [{ store_codes: ['KUL01', 'XXX9'] }, 'store_codes', `${ENTITIES.kinabalu.name} has no department XXX9.`],
    [{ flags: [] }, 'flags', 'Please select what the key may do.'],
    [{ expires_on: '2026-07-14' }, 'expires_on', 'Please enter a day from today to 15 Jul 2028.'],
    [{ expires_on: '2028-07-16' }, 'expires_on', 'Please enter a day from today to 15 Jul 2028.'],
    [{ expires_on: 'soon' }, 'expires_on', expect.any(String)],
    [{ key: 'lulus_mine' }, 'key', expect.any(String)],
  ])('is refused with %o, naming the field', async (given, field, message) => {
    const { status, body } = await make(given)
    expect([status, body[field]]).toEqual([400, [message]])
  })

  it.each([['can_approve_invoice'], ['can_view_all'], ['superadmin']])('may never have %s', async (flag) => {
    expect((await make({ flags: [flag] })).status).toBe(400)
  })

  it('reaches no department of another company, whose code it may name', async () => {
    const foreign = world.company.stores
    const { body } = await make({ sender_entity_code: ENTITIES.selat.entity_code, store_codes: ['KUL01'] })
    expect([Object.keys(foreign), body.store_codes]).toEqual([
      expect.arrayContaining(['KUL01']),
      [`${ENTITIES.selat.name} has no department KUL01.`],
    ])
  })

  it('works on the last day that is allowed, and on today alone', async () => {
    for (const expires_on of ['2026-07-15', '2028-07-15']) {
      expect((await make({ expires_on })).body).toMatchObject({ state: 'active', expires_on })
    }
  })
})

describe('a revoked key', () => {
  it('opens nothing from the next call on, and stays in the list', async () => {
    const { body: made } = await make({ name: 'Lost laptop' })
    expect(await statusWith(made.key)).not.toBe(401)
    const { status, body } = await revoke(made.id)
    expect([status, body.state, body.revoked_at]).toEqual([200, 'revoked', world.clock.now().toISOString()])
    expect(await statusWith(made.key)).toBe(401)
    expect(await list({ name: 'lost laptop' })).toEqual([body])
    expect((await auditOf(made.id)).filter(({ action }) => action === 'update')).toEqual([
      {
        ...{ action: 'update', field: 'revoked_at', old_value: '', actor_name: 'Devi Krishnan' },
        new_value: world.clock.now().toISOString(),
      },
    ])
  })

  it('cannot be revoked again, also not by many at once', async () => {
    const { body: made } = await make()
    const ten = await Promise.all(Array.from({ length: 10 }, () => revoke(made.id)))
    expect(ten.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect((await auditOf(made.id)).filter(({ action }) => action === 'update')).toHaveLength(1)
  })

  it('that never was is not found', async () => {
    expect((await revoke('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})

it.each<Who>(['aminah', 'chong', 'key'])(
  'nobody but a superadmin sees or makes keys: not %s',
  async (who) => {
    expect((await world.as(who).call(apiKeys.list, { query: {} })).status).toBe(403)
    const body = { ...SHOP, flags: ['can_create_invoice' as const] }
    expect((await world.as(who).call(apiKeys.create, { body })).status).toBe(403)
  },
)
