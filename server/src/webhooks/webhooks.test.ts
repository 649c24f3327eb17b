import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { apiKeys } from '#contract/people/api-keys.ts'
import { users } from '#contract/people/users.ts'
import { WEBHOOKS_OF_A_KEY_MAX, webhooks } from '#contract/webhooks.ts'
import { createWorld } from '../../test/world.ts'
import { makeHook, makeKey } from './fixtures/keys.ts'

const world = await createWorld()
const devi = world.as('devi')
const api_key_id = await makeKey(world)
const HOOK = { api_key_id, url: 'https://hooks.example/lulus', description: 'Shop', events: [] }
const make = (given: object = {}) => devi.callWrongly(webhooks.create, { body: { ...HOOK, ...given } })
const auditOf = async (id: string) =>
  (
    await sql<{ action: string; field: string; actor_name: string }>`
      SELECT action, field, actor_name FROM audit_events
      WHERE target_kind = 'webhook' AND target_id = ${id} ORDER BY nr`.execute(world.db)
  ).rows

describe('a new webhook', () => {
  test('tells its secret once, and keeps it sealed', async () => {
    const { status, body } = await make()
    const { secret, ...told } = body
    expect([status, Buffer.from(secret.replace('whsec_', ''), 'base64').length]).toEqual([201, 32])
    expect(told).toMatchObject({
      ...{ url: HOOK.url, state: 'active', events: [], owner: 'Devi Krishnan', api_key_name: 'Shop' },
      ...{ sender_entity_id: world.company.entities.kinabalu, former_until: null, off_reason: '' },
    })
    expect((await devi.call(webhooks.list, { query: { search: 'SHOP' } })).body.results).toEqual([told])
    expect((await devi.call(webhooks.get, { params: { id: body.id } })).body).toEqual(told)
    expect(await auditOf(body.id)).toEqual(
      ['api_key_name', 'owner', 'url', 'description', 'events', 'is_active'].map((field) => ({
        ...{ action: 'create', field, actor_name: 'Devi Krishnan' },
      })),
    )
  })

  test('and its changes leave in the audit log where it calls, and none of the secret in its address', async () => {
    const addresses = ['K7pWq2ZtR9xLmN4v', 'J3hYc8VbT5nGsD6k'].map(
      (key) => `https://hooks.example:8443/T0/${key}?sig=${key}`,
    )
    const [first = '', second = ''] = addresses
    const { id } = (await make({ url: first })).body
    const written = { description: 'Shop', events: [], is_active: true }
    const change = (url: string) => devi.call(webhooks.update, { params: { id }, body: { ...written, url } })
    expect((await change(second)).status).toBe(200)
    expect((await change('https://other.example')).status).toBe(200)
    expect((await devi.call(webhooks.remove, { params: { id } })).status).toBe(200)
    const { rows } = await sql<{ action: string; old_value: string; new_value: string }>`
      SELECT action, old_value, new_value FROM audit_events
      WHERE target_kind = 'webhook' AND target_id = ${id} AND field = 'url' ORDER BY nr`.execute(world.db)
    const hidden = expect.stringMatching(/^https:\/\/hooks\.example:8443, [0-9a-f]{16}$/)
    const open = 'https://other.example'
    expect(rows).toEqual([
      { action: 'create', old_value: '', new_value: hidden },
      { action: 'update', old_value: hidden, new_value: hidden },
      { action: 'update', old_value: hidden, new_value: open },
      { action: 'delete', old_value: open, new_value: '' },
    ])
    expect(rows[1]?.old_value).toBe(rows[0]?.new_value)
    expect(rows[1]?.new_value).not.toBe(rows[1]?.old_value)
    const { rows: all } = await sql<{ text: string }>`
      SELECT e::text AS text FROM audit_events e WHERE target_id = ${id}`.execute(world.db)
    for (const { text } of all) expect(text).not.toMatch(/K7pWq|J3hYc/)
  })

  test.each([
    ['url', 'lulus', /^Please enter an address such as/],
    ['url', 'ftp://hooks.example/', /^Please enter an address such as/],
    ['url', 'https://devi:geheim@hooks.example/', /without user and password/],
    ['url', 'https://hooks.example/#part', /without what follows #/],
    ['url', `https://hooks.example/${'x'.repeat(2_000)}`, /./],
    ['url', 'https://10.0.0.8/', /^Please enter a public address/],
    ['url', 'https://0xa.0.0.8/', /^Please enter a public address/],
    ['url', 'https://[fd00::1]/', /^Please enter a public address/],
    ['url', 'http://93.184.215.14/', /begins with https:/],
    ['api_key_id', '0b0f8a52-5a8e-4a6e-9d67-1c1a1f0e7a11', /^There is no such API key/],
  ])('is refused with %s %j', async (field, value, words) => {
    const { status, body } = await make({ [field]: value })
    expect([status, body[field] as unknown]).toEqual([400, [expect.stringMatching(words)]])
  })

  test('is told of events that there are', async () => {
    const { status, body } = await make({ events: ['document.validated', 'document.read'] })
    expect([status, body['events.1']]).toEqual([400, [expect.any(String)]])
  })

  test('is none of a key that works no more', async () => {
    const id = await makeKey(world)
    await devi.call(apiKeys.revoke, { params: { id } })
    expect((await make({ api_key_id: id })).body).toMatchObject({
      api_key_id: ['This API key has been revoked or has expired.'],
    })
  })

  test('is none of a company that is deactivated', async () => {
    const { selat } = world.company.entities
    const id = await makeKey(world, { entity: 'selat', stores: ['JHB01'] })
    await sql`UPDATE sender_entities SET is_active = false WHERE id = ${selat}`.execute(world.db)
    const { status, body } = await make({ api_key_id: id })
    expect([status, body.sender_entity_code]).toEqual([400, [expect.stringContaining('is deactivated.')]])
  })

  test(`is one of at most ${WEBHOOKS_OF_A_KEY_MAX}, also of those that are made at once`, async () => {
    const id = await makeKey(world)
    const wanted = Array.from({ length: WEBHOOKS_OF_A_KEY_MAX + 2 }, () => make({ api_key_id: id }))
    const answers = await Promise.all(wanted)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(WEBHOOKS_OF_A_KEY_MAX).fill(201), 409, 409])
    const made = answers.find(({ status }) => status === 201)?.body.id ?? ''
    await devi.call(webhooks.remove, { params: { id: made } })
    expect((await make({ api_key_id: id })).status, 'one that is deleted leaves room').toBe(201)
  })
})

describe('a webhook', () => {
  const change = (id: string, body: object) => devi.callWrongly(webhooks.update, { params: { id }, body })
  const WRITTEN = { url: HOOK.url, description: '', events: ['document.validated'], is_active: true }

  test('is changed by whoever saw it last, and is theirs from then on', async () => {
    const { id, modified_at } = await makeHook(world, HOOK.url)
    world.clock.advance(1_000)
    const done = await change(id, { ...WRITTEN, modified_at })
    expect([done.status, done.body]).toMatchObject([200, { events: ['document.validated'] }])
    const late = await change(id, { ...WRITTEN, description: 'Mine', modified_at })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await auditOf(id)).filter(({ action }) => action === 'update')).toHaveLength(1)
  })

  test('that somebody else takes over says so in the audit log, also where nothing else is changed', async () => {
    const { id, url, description, events, is_active } = await makeHook(world, HOOK.url)
    const body = { url, description, events, is_active }
    const saved = await world.as('farid').call(webhooks.update, { params: { id }, body })
    expect([saved.status, saved.body.owner]).toEqual([200, 'Farid Rahman'])
    const { rows } = await sql`SELECT field, old_value, new_value, actor_name FROM audit_events
      WHERE target_kind = 'webhook' AND target_id = ${id} AND action = 'update'`.execute(world.db)
    const owner = { field: 'owner', old_value: 'Devi Krishnan', new_value: 'Farid Rahman' }
    expect(rows).toEqual([{ ...owner, actor_name: 'Farid Rahman' }])
    await world.as('farid').call(webhooks.update, { params: { id }, body })
    expect((await auditOf(id)).filter(({ action }) => action === 'update')).toHaveLength(1)
  })

  test('goes on by another key of its company, and by no other company’s, nor one that has ended', async () => {
    const { id, url, description, events, ...made } = await makeHook(world, HOOK.url)
    const body = { url, description, events, is_active: true }
    const [next, ended] = [await makeKey(world), await makeKey(world)]
    await sql`UPDATE api_keys SET name = 'Next' WHERE id = ${next}`.execute(world.db)
    await sql`UPDATE sender_entities SET is_active = true`.execute(world.db)
    const foreign = await makeKey(world, { entity: 'selat', stores: ['JHB01'] })
    await devi.call(apiKeys.revoke, { params: { id: ended } })
    expect((await change(id, { ...body, api_key_id: ended })).body.api_key_id).toEqual([
      'This API key has been revoked or has expired.',
    ])
    expect((await change(id, { ...body, api_key_id: foreign })).body.api_key_id).toEqual([
      'Please select a key of the same company.',
    ])
    const moved = await change(id, { ...body, api_key_id: next })
    expect([moved.status, moved.body]).toMatchObject([200, { api_key_id: next, api_key_name: 'Next' }])
    expect((await change(id, body)).body.api_key_id, 'it stays').toBe(next)
    const { rows } = await sql`SELECT field, old_value, new_value FROM audit_events
      WHERE target_kind = 'webhook' AND target_id = ${id} AND action = 'update' ORDER BY field`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { field: 'api_key_id', old_value: made.api_key_id, new_value: next },
      { field: 'api_key_name', old_value: made.api_key_name, new_value: 'Next' },
    ])
  })

  test('may call the addresses that the operator has opened without encryption, and no others', async () => {
    const { id } = await makeHook(world, 'http://127.0.0.1:9999/')
    expect((await change(id, { ...WRITTEN, url: 'http://8.8.8.8/' })).status).toBe(400)
  })

  test('is switched off though its address may be called no more, but neither on again nor moved to such', async () => {
    const { id, modified_at } = await makeHook(world, HOOK.url)
    const url = 'https://10.0.0.8/'
    await sql`UPDATE webhooks SET url = ${url} WHERE id = ${id}`.execute(world.db)
    const off = await change(id, { ...WRITTEN, url, is_active: false, modified_at })
    expect([off.status, off.body.state]).toEqual([200, 'off'])
    expect((await change(id, { ...WRITTEN, url })).body.url).toEqual([
      expect.stringMatching(/^Please enter a public address/),
    ])
    const other = { ...WRITTEN, url: 'https://10.0.0.9/', is_active: false }
    expect((await change(id, other)).status).toBe(400)
  })

  test('is gone with everything when it is deleted', async () => {
    const { id } = await makeHook(world, HOOK.url)
    await devi.call(webhooks.test, { params: { id } })
    expect((await devi.call(webhooks.remove, { params: { id } })).body).toEqual({
      detail: 'Webhook deleted.',
    })
    for (const call of [webhooks.get, webhooks.deliveries, webhooks.remove, webhooks.test, webhooks.rotate])
      expect((await devi.callWrongly(call, { params: { id } })).status, call.id).toBe(404)
    expect((await change(id, WRITTEN)).status).toBe(404)
  })

  test('is counted beside its key and its owner for as long as it tells something', async () => {
    const key = await makeKey(world)
    const { id } = await makeHook(world, HOOK.url, { api_key_id: key })
    const counts = async () => {
      const keys = (await devi.call(apiKeys.list, { query: { page_size: 100 } })).body.results
      const people = (await devi.call(users.list, { query: { search: 'devi' } })).body.results
      return [keys.find((one) => one.id === key)?.webhooks ?? 0, people[0]?.webhooks ?? 0] as const
    }
    const [of_key, of_devi] = await counts()
    expect(of_key).toBe(1)
    await change(id, { ...WRITTEN, is_active: false })
    expect(await counts()).toEqual([0, of_devi - 1])
    await world.as('farid').call(webhooks.update, { params: { id }, body: { ...WRITTEN, events: [] } })
    expect(await counts(), 'it is Farid’s now').toEqual([1, of_devi - 1])
    await change(id, WRITTEN)
    expect(await counts()).toEqual([1, of_devi])
    await devi.call(apiKeys.revoke, { params: { id: key } })
    expect((await counts())[1], 'of a key that has ended').toBe(of_devi - 1)
    const other = await makeHook(world, HOOK.url)
    expect((await counts())[1]).toBe(of_devi)
    await devi.call(webhooks.remove, { params: { id: other.id } })
    expect((await counts())[1], 'deleted').toBe(of_devi - 1)
  })

  test('that is switched off, or whose key has ended, is sent nothing by hand', async () => {
    const key = await makeKey(world)
    const { id } = await makeHook(world, HOOK.url, { api_key_id: key })
    const trial = () => devi.callWrongly(webhooks.test, { params: { id } })
    await change(id, { ...WRITTEN, is_active: false })
    expect([(await trial()).status, (await trial()).body.code]).toEqual([409, 'webhook_stopped'])
    await change(id, WRITTEN)
    expect((await trial()).status).toBe(200)
    await devi.call(apiKeys.revoke, { params: { id: key } })
    expect((await trial()).body.detail).toBe('The API key has been revoked or has expired.')
    expect((await devi.call(webhooks.get, { params: { id } })).body.state).toBe('key_ended')
  })
})
