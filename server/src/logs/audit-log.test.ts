import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import type { Input } from '#contract/endpoint.ts'
import { auditLog } from '#contract/logs/audit-log.ts'
import { logins } from '#contract/logs/logins.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, payload } from '../../test/build.ts'
import { createWorld, type Who, type World } from '../../test/world.ts'
import { recordChange } from '../audit/record.ts'
import { inTransaction } from '../platform/db/database.ts'

type Query = Input<typeof auditLog.list>['query']

const list = async (world: World, query: Query = {}) =>
  (await world.as('devi').call(auditLog.list, { query })).body.results
/** What was changed; that somebody read it is left out. */
const changes = async (world: World, query: Query = {}) =>
  (await list(world, query)).filter(({ action }) => action !== 'READ')

/** Aminah makes a customer, Devi moves it to another city a minute later. */
const move = async (world: World) => {
  const { body } = await world.as('aminah').call(customers.create, { body: payload().customer })
  world.clock.advance(60_000)
  const changed = { ...body, city: 'Ipoh' }
  await world.as('devi').call(customers.update, { params: { id: body.id }, body: changed })
  return body
}

describe('the log of changes', async () => {
  const world = await createWorld()
  const { id } = await move(world)
  const { aminah, devi } = world.company.users
  const by = { caller: await world.callerOf('devi'), now: world.clock.now() }
  await inTransaction(world.db, (tx) =>
    recordChange(tx, by, {
      target: { kind: 'user', id: aminah, name: 'aminah', sender_entity_id: null },
      before: { is_active: true },
      after: { is_active: false },
      fields: ['is_active'],
    }),
  )

  it('tells who changed what from what to what, the last change first', async () => {
    const [first, second] = await changes(world, { action: 'UPDATE' })
    const by_devi = {
      request_user_email: 'devi@lulus.example',
      request_user_name: 'Devi Krishnan',
      is_admin: true,
    }
    const at = { action: 'UPDATE', reason: '', timestamp: '2026-07-15T04:01:00.000Z' }
    expect(first).toEqual({
      ...{ ...by_devi, ...at, id: expect.any(String) },
      target_user_email: 'aminah@lulus.example',
      ...{ target_kind: 'user', target_id: aminah, target_name: 'aminah' },
      ...{ field_name: 'is_active', old_value: 'true', new_value: 'false' },
    })
    expect(second).toEqual({
      ...{ ...by_devi, ...at, id: expect.any(String) },
      target_user_email: '',
      ...{ target_kind: 'customer', target_id: id, target_name: payload().customer.name },
      ...{ field_name: 'city', old_value: 'Kuala Lumpur', new_value: 'Ipoh' },
    })
  })

  it.each<[Query, string[]]>([
    [{ target_user: 'AMIN' }, ['is_active']],
    [{ target_user: aminah, request_user: 'Krishnan' }, ['is_active']],
    [{ target_user: 'nobody' }, []],
    [{ target_user: '%' }, []],
    [{ request_user: 'devi@', action: 'UPDATE' }, ['is_active', 'city']],
    [{ request_user: devi, is_admin: 'True', action: 'UPDATE' }, ['is_active', 'city']],
    [{ request_user: devi, is_admin: 'False' }, []],
    [{ is_admin: 'True', action: 'UPDATE' }, ['is_active', 'city']],
    [{ target: `customer:${id}`, action: 'UPDATE', start_date: '' }, ['city']],
    [{ target: `customer:${aminah}` }, []],
    [{ target: `customer:${id}`, request_user: 'aminah', action: 'UPDATE' }, []],
    [{ action: 'DELETE' }, []],
    [{ target_kind: 'user' }, ['is_active']],
    [{ target_kind: 'customer', action: 'UPDATE' }, ['city']],
    [{ target_kind: 'setting' }, []],
    [{ field: 'is_active' }, ['is_active']],
    [{ field: 'city', target_kind: 'customer', action: 'UPDATE', request_user: devi }, ['city']],
    [{ field: 'city', target_kind: 'user' }, []],
    [{ field: 'city', target: `customer:${id}`, action: 'UPDATE' }, ['city']],
    [{ field: 'cit' }, []],
  ])('is narrowed by %j', async (query, fields) => {
    expect((await changes(world, query)).map(({ field_name }) => field_name)).toEqual(fields)
  })

  it('is found by a name as it stands there, whoever bears another one today, or nobody', async () => {
    const other = await createWorld()
    await move(other)
    const { aminah: her } = other.company.users
    const by = { caller: undefined, now: other.clock.now() }
    const target = {
      kind: 'user' as const,
      id: crypto.randomUUID(),
      name: 'gone@lulus.example',
      sender_entity_id: null,
    }
    await inTransaction(other.db, (tx) =>
      recordChange(tx, by, { target, before: { city: 'Ipoh' }, after: { city: 'Muar' }, fields: ['city'] }),
    )
    await sql`UPDATE users SET email = 'ay@rimba.example', username = 'ay', first_name = 'A' WHERE id = ${her}`.execute(
      other.db,
    )
    const own = async (query: Query) => (await list(other, query)).filter(({ action }) => action !== 'READ')
    // Of part of an address there may be others.
    const lulus = (await own({ request_user: 'Lulus' })).filter((one) => one.request_user_name === 'Lulus')
    expect(lulus).toMatchObject([{ new_value: 'Muar' }])
    expect(await own({ target_user: 'Gone@lulus.example' })).toMatchObject([{ new_value: 'Muar' }])
    const hers = await own({ request_user: 'aminah@lulus.example' })
    expect(hers.length).toBeGreaterThan(0)
    expect(await own({ request_user: 'Aminah Yusof' })).toEqual(hers)
    expect(await own({ request_user: her })).toEqual(hers)
  })

  it('has its tabs: what superadmins did, and the others', async () => {
    const [admins, others] = [
      await list(world, { is_admin: 'True' }),
      await list(world, { is_admin: 'False' }),
    ]
    expect(new Set(admins.map(({ is_admin }) => is_admin))).toEqual(new Set([true]))
    expect(new Set(others.map(({ is_admin }) => is_admin))).toEqual(new Set([false]))
    const all = await list(world, { page_size: 200, action: 'All', is_admin: '' })
    expect(all.length).toBeGreaterThanOrEqual(admins.length + others.length)
  })

  it('is narrowed by Malaysian days, the last one included', async () => {
    const other = await createWorld()
    const { id: one } = await move(other)
    other.clock.advance(12 * HOUR_MS - MINUTE_MS - 1)
    const change = async (city: string) =>
      other.as('devi').call(customers.update, {
        params: { id: one },
        body: { ...payload().customer, is_supplier: false, city },
      })
    await change('Klang')
    other.clock.advance(1)
    await change('Muar')
    const cities = async (query: Query) =>
      (await changes(other, { ...query, action: 'UPDATE' })).map(({ new_value }) => new_value)
    expect(await cities({ end_date: '2026-07-15' })).toEqual(['Klang', 'Ipoh'])
    expect(await cities({ start_date: '2026-07-16' })).toEqual(['Muar'])
    expect(await cities({ start_date: '2026-07-15', end_date: '2026-07-15' })).toHaveLength(2)
  })

  it('shows of a document its history: who, from what to what, and why', async () => {
    const document = await buildDocument(world)
    await world.as('bakri').call(documents.approve, {
      params: { uuid: document.id },
      body: { status: 'Rejected', rejection_reason: 'Wrong month' },
    })
    const target = `document:${document.id}`
    const steps = await list(world, { target })
    expect(steps).toMatchObject([
      {
        request_user_email: 'bakri@lulus.example',
        ...{ is_admin: false, action: 'UPDATE', field_name: 'status', reason: 'Wrong month' },
        ...{ old_value: 'Pending Approval', new_value: 'Approval Rejected' },
        ...{ target_kind: 'document', target_id: document.id, target_name: document.invoice_number },
      },
      { request_user_name: 'Aminah Yusof', action: 'CREATE', old_value: '', new_value: 'Pending Approval' },
    ])
    expect(await list(world, { target, request_user: 'aminah' })).toHaveLength(1)
    expect(await list(world, { target, is_admin: 'True' })).toEqual([])
    expect(await list(world, { target, page_size: 1 })).toEqual(steps.slice(0, 1))
  })

  it('is one row, by its id', async () => {
    const [, older] = await changes(world, { action: 'UPDATE' })
    expect(await list(world, { id: older?.id })).toEqual([older])
    expect(await list(world, { id: older?.id, target: `customer:${aminah}` })).toEqual([])
    expect(await list(world, { id: '7' })).toEqual([])
    const document = await buildDocument(world)
    const target = `document:${document.id}`
    const [step] = await list(world, { target })
    expect(await list(world, { target, id: step?.id })).toEqual([step])
    expect(await list(world, { target, id: older?.id })).toEqual([])
  })

  it.each([
    ['after', 'yesterday'],
    ['id', 'newest'],
    ['action', 'LOOK'],
    ['target_kind', 'planet'],
    ['field', 'a'.repeat(300)],
    ['is_admin', 'true'],
    ['start_date', '15/07/2026'],
    ['target', 'customer'],
    ['target', "customer:' OR 1=1"],
    ['target', 'document:17'],
    ['target', `setting:${'a'.repeat(300)}`],
  ])('refuses %s=%s, naming the field', async (field, value) => {
    const { status, body } = await world.as('devi').callWrongly(auditLog.list, { query: { [field]: value } })
    expect([status, body[field]]).toEqual([400, [expect.any(String)]])
  })

  it.each<Who>(['aminah', 'chong', 'key'])('is for superadmins: not for %s', async (who) => {
    for (const endpoint of [auditLog.list, auditLog.report, auditLog.sealed]) {
      expect((await world.as(who).call(endpoint, { query: {} })).status).toBe(403)
    }
  })
})

describe('reading and taking away', async () => {
  const world = await createWorld()
  const told = async () => {
    const { rows } = await sql`
      SELECT action, target_kind, target_id, target_name, new_value, actor_email FROM audit_events
      ORDER BY nr`.execute(world.db)
    await sql`DELETE FROM audit_events`.execute(world.db)
    return rows
  }
  const by_devi = { target_kind: 'log', actor_email: 'devi@lulus.example' }
  const of_changes = { ...by_devi, target_id: 'user-audit-logs', target_name: 'User Audit Logs' }
  const of_logins = { ...by_devi, target_id: 'user-login-report', target_name: 'User Login Report' }

  it('is told with its filters, once for each stretch and once for a file', async () => {
    await move(world)
    await told()
    const devi = world.as('devi')
    await devi.call(auditLog.list, { query: { action: 'CREATE', request_user: 'aminah', page_size: 2 } })
    // No answer told this place: from here the newest is read.
    await devi.call(auditLog.list, { query: { after: '2200-12-31T00:00:00.000Z_1', page_size: 2 } })
    await devi.call(auditLog.report, { query: { target_user: 'bakri' } })
    await devi.call(auditLog.sealed, { query: {} })
    expect(await told()).toEqual([
      { ...of_changes, action: 'read', new_value: 'action: CREATE, request_user: aminah' },
      { ...of_changes, action: 'read', new_value: 'after: 2200-12-31T00:00:00.000Z_1' },
      { ...of_changes, action: 'export', new_value: 'target_user: bakri, format: csv' },
      { ...of_changes, action: 'export', new_value: 'format: jsonl' },
    ])
  })

  it('is told of the sign-ins too', async () => {
    await world.as('devi').call(logins.list, { query: { user_type: 'Staff' } })
    await world.as('devi').call(logins.list, { query: { after: '2200-12-31T00:00:00.000Z_1' } })
    await world.as('devi').call(logins.report, { query: {} })
    expect(await told()).toEqual([
      { ...of_logins, action: 'read', new_value: 'user_type: Staff' },
      { ...of_logins, action: 'read', new_value: 'after: 2200-12-31T00:00:00.000Z_1' },
      { ...of_logins, action: 'export', new_value: '' },
    ])
  })

  it('is no reading where it was refused, and none where it cannot be told', async () => {
    await world.as('aminah').call(auditLog.list, { query: {} })
    expect(await told()).toEqual([])
    await sql`ALTER TABLE audit_events ADD CONSTRAINT closed CHECK (action <> 'read') NOT VALID`.execute(
      world.db,
    )
    const { status, body } = await world.as('devi').callWrongly(auditLog.list, {})
    expect([status, body.code]).toEqual([503, 'not_recorded'])
    await sql`ALTER TABLE audit_events DROP CONSTRAINT closed`.execute(world.db)
  })
})
