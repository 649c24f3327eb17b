import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { groups, permissions, storeCodes } from '#contract/people/groups.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld, NOON, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createTemplate } from '../templates/create.ts'

const world = await createWorld()
const { db, company } = world
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const listGroups = async () => (await world.as('devi').call(groups.list, {})).body.results
const listStores = async () => (await world.as('devi').call(storeCodes.list, {})).body.results
const makers = (await listGroups()).find(({ name }) => name === 'Makers')
if (!makers) throw new Error('The demo company has Makers.')
const MAKERS = ['can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv']
const EDIT = {
  ...{ action: 'edit', group_id: makers.id, name: 'Makers', reason: 'They close the month' },
  permissions: [...MAKERS, 'can_approve_invoice'],
}
const BRANCH = {
  ...{ action: 'create', code: 'KUL09', name: 'Petaling Jaya', reason: 'A new branch' },
  sender_entity_code: ENTITIES.kinabalu.entity_code,
}
const store = (code: keyof typeof company.stores) => company.stores[code]

const askGroup = (given: object = {}, who: Who = 'devi') =>
  world.as(who).callWrongly(changeRequests.askGroup, { body: { ...EDIT, ...given } })
const askStore = (given: object = {}, who: Who = 'devi') =>
  world.as(who).callWrongly(changeRequests.askStoreCode, { body: { ...BRANCH, ...given } })
const previewGroup = (given: object = {}) =>
  world
    .as('devi')
    .callWrongly(changeRequests.previewGroup, { body: { ...EDIT, reason: undefined, ...given } })
const previewStore = (given: object = {}) =>
  world.as('devi').callWrongly(changeRequests.previewStoreCode, { body: { ...BRANCH, ...given } })
const pending = async (who: Who = 'devi') =>
  (await world.as(who).call(changeRequests.list, { query: {} })).body

/** Everything that a request may change one day. */
const rights = async () => [
  await listGroups(),
  await listStores(),
  (await sql`SELECT * FROM user_groups`.execute(db)).rows,
]

beforeEach(() => sql`DELETE FROM change_requests`.execute(db))

describe('what there is', () => {
  it('are groups by name with their permissions and people', async () => {
    expect((await listGroups()).map(({ name, people }) => [name, people])).toEqual([
      ['All functions', 2],
      ['Approvers', 1],
      ['Auditors', 1],
      ['Makers', 1],
    ])
    expect(makers.permissions).toEqual(MAKERS.map((flag) => ({ id: flag, name: flag })))
  })

  it('are all permissions by name', async () => {
    const { body } = await world.as('devi').call(permissions.list, {})
    expect(body.results).toEqual(FLAGS.map((flag) => ({ id: flag, name: flag })))
  })

  it('are the store codes of all companies', async () => {
    expect((await listStores()).map(({ code, sender_entity_name }) => [code, sender_entity_name])).toEqual([
      ['KUL01', ENTITIES.kinabalu.name],
      ['PEN01', ENTITIES.kinabalu.name],
      ['JHB01', ENTITIES.selat.name],
    ])
  })
})

describe('a preview', () => {
  it('tells what differs, who gains and loses what, and who can decide; nothing is stored', async () => {
    const { status, body } = await previewGroup({
      name: 'Creators',
      permissions: ['can_create_invoice', 'can_view_invoice', 'can_export_csv', 'can_approve_invoice'],
    })
    expect([status, body]).toEqual([
      200,
      {
        target_name: 'Makers',
        changes: [
          { field: 'name', old_value: 'Makers', new_value: 'Creators' },
          { field: 'permissions', old_value: '', new_value: 'can_approve_invoice' },
          { field: 'permissions', old_value: 'can_edit_invoice', new_value: '' },
        ],
        effects: [
          { right: 'can_approve_invoice', gains: true, count: 1, people: ['Aminah Yusof'] },
          { right: 'can_edit_invoice', gains: false, count: 1, people: ['Aminah Yusof'] },
        ],
        deciders: ['Farid Rahman'],
      },
    ])
    expect(await pending()).toEqual([])
  })

  it('leaves out those who have the right from another group, superadmins and the deactivated', async () => {
    const users = [company.users.ezra, company.users.devi, company.users.bakri]
    await sql`INSERT INTO user_groups SELECT unnest(${users}::uuid[]), ${makers.id}`.execute(db)
    await sql`UPDATE users SET is_active = false WHERE id = ${company.users.bakri}`.execute(db)
    const { body } = await previewGroup({ action: 'delete' })
    await sql`UPDATE users SET is_active = true WHERE id = ${company.users.bakri}`.execute(db)
    await sql`DELETE FROM user_groups WHERE group_id = ${makers.id} AND user_id = ANY(${users}::uuid[])`.execute(
      db,
    )
    expect(body.effects).toEqual(
      MAKERS.map((right) => ({ right, gains: false, count: 1, people: ['Aminah Yusof'] })),
    )
  })

  it('of a new group or a new name concerns nobody', async () => {
    const created = await previewGroup({ action: 'create', group_id: null, name: 'Cashiers' })
    expect([created.status, created.body.effects]).toEqual([200, []])
    expect((await previewGroup({ name: 'Creators', permissions: MAKERS })).body.effects).toEqual([])
  })

  it('of a deleted department names those who act for it', async () => {
    const { body } = await previewStore({ action: 'delete', storecode_id: store('PEN01') })
    // The key of this world reaches KUL01 alone.
    expect(body.effects).toEqual([
      {
        right: 'PEN01',
        gains: false,
        count: 4,
        people: ['Aminah Yusof', 'Bakri Hassan', 'Ezra Lasimbang', 'Gita Nair'],
      },
    ])
  })
})

describe('a request', () => {
  it('changes nothing, and waits with its difference and effects', async () => {
    const before = await rights()
    const { status, body } = await askGroup()
    expect([status, body.detail]).toEqual([201, 'Group edit request submitted for approval.'])
    const [row, ...others] = await pending('farid')
    expect(others).toEqual([])
    expect(row).toEqual({
      ...{ id: body.id, model_name: 'Group', action: 'edit', target_name: 'Makers', sender_entity_name: '' },
      trial: null,
      data: { name: 'Makers', permissions: FLAGS.slice(0, 5) },
      changes: [{ field: 'permissions', old_value: '', new_value: 'can_approve_invoice' }],
      effects: [{ right: 'can_approve_invoice', gains: true, count: 1, people: ['Aminah Yusof'] }],
      ...{ requested_by: 'Devi Krishnan', requested_at: '2026-07-15T04:00:00.000Z' },
      ...{ expires_at: '2026-07-22T04:00:00.000Z', reason: 'They close the month', state: 'pending' },
      ...{ decided_by: '', decided_at: null, rejection_reason: '' },
      ...{ may_approve: { ok: true, why: '' }, may_reject: { ok: true, why: '' }, may_withdraw: false },
    })
    const waiting = { id: body.id, requested_by: 'Devi Krishnan' }
    expect((await listGroups()).map((group) => group.waiting)).toEqual([null, null, null, waiting])
    const [groups_before, ...rest] = before
    const [groups_now, ...rest_now] = await rights()
    const bare = (all: unknown) => (all as { waiting: unknown }[]).map(({ waiting: _, ...one }) => one)
    expect([bare(groups_now), rest_now]).toEqual([bare(groups_before), rest])
  })

  it('of one’s own is shown as one that somebody else decides', async () => {
    await askGroup()
    const why = 'You created this request; someone else must decide.'
    expect((await pending()).map((row) => [row.may_approve, row.may_reject, row.may_withdraw])).toEqual([
      [{ ok: false, why }, { ok: false, why }, true],
    ])
  })

  it('stands in the audit log with what was asked for and why', async () => {
    const { body } = await askStore()
    const { rows } = await sql`SELECT field, new_value, target_name, actor_name, sender_entity_id
      FROM audit_events WHERE target_kind = 'change_request' AND target_id = ${String(body.id)}
      ORDER BY field`.execute(db)
    const told = {
      ...{ target_name: 'Create department KUL09', actor_name: 'Devi Krishnan' },
      sender_entity_id: company.entities.kinabalu,
    }
    expect(rows).toEqual([
      { field: 'asked', new_value: 'code KUL09; name Petaling Jaya', ...told },
      { field: 'reason', new_value: 'A new branch', ...told },
      { field: 'state', new_value: 'pending', ...told },
    ])
  })

  it('about what another request is about is refused with who asked; one that is withdrawn is none', async () => {
    const first = await askGroup()
    const second = await askGroup({ action: 'delete' }, 'farid')
    expect([second.status, second.body.code, second.body.detail]).toEqual([
      409,
      'request_waiting',
      'Devi Krishnan asked on 15 Jul 2026, 12:00 MYT for another change of the group Makers ' +
        `(request ${first.body.id}). It must be decided first.`,
    ])
    const withdraw = (who: Who) =>
      world.as(who).call(changeRequests.withdraw, { params: { id: first.body.id } })
    expect(await withdraw('farid')).toMatchObject({
      status: 409,
      body: { detail: 'Only Devi Krishnan may withdraw this request.' },
    })
    expect(await withdraw('devi')).toMatchObject({ status: 200, body: { state: 'withdrawn' } })
    expect((await askGroup({ action: 'delete' }, 'farid')).status).toBe(201)
  })

  it('wins alone over ten about the same thing at once', async () => {
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, at) => askGroup({ name: `Makers ${at}` }, at % 2 ? 'devi' : 'farid')),
    )
    expect(ten.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect(await pending()).toHaveLength(1)
  })

  it('is one of at most two hundred that wait', async () => {
    await sql`INSERT INTO change_requests (kind, action, after, reason, requested_by, requested_by_name, requested_at)
      SELECT 'group', 'create', '{"name": "A", "permissions": []}', 'r', ${company.users.devi}, 'Devi', ${NOON}
      FROM generate_series(1, 200)`.execute(db)
    expect(await askGroup()).toMatchObject({ status: 409, body: { code: 'too_many_requests' } })
    expect(await pending()).toHaveLength(200)
  })

  it.each([
    [{ reason: ' ' }, 400, { reason: ['A reason is required to submit this request.'] }],
    [{ reason: undefined }, 400, { reason: ['A reason is required to submit this request.'] }],
    [{ name: ' \u200b' }, 400, { name: ['Please enter a name.'] }],
    [{ name: 'x'.repeat(101) }, 400, { name: ['At most 100 characters are allowed.'] }],
    [{ name: 'APPROVERS' }, 400, { name: ['There is a group APPROVERS already.'] }],
    [{ permissions: MAKERS }, 400, { non_field_errors: ['This changes nothing.'] }],
    [{ permissions: undefined }, 400, { non_field_errors: ['This changes nothing.'] }],
    [{ permissions: ['is_superuser'] }, 400, { 'permissions.0': expect.any(Array) }],
    [{ group_id: '' }, 400, { group_id: ['Please select the group.'] }],
    [{ group_id: 'x' }, 400, { group_id: expect.any(Array) }],
    [{ group_id: UNKNOWN }, 404, { detail: 'There is no such group.' }],
    [{ action: 'approve' }, 400, { action: expect.any(Array) }],
    [{ action: 'create', group_id: '', name: 'makers' }, 400, { name: ['There is a group makers already.'] }],
  ])('of a group with %o is refused', async (given, status, body) => {
    expect(await askGroup(given)).toMatchObject({ status, body })
    expect(await pending()).toEqual([])
  })

  it.each([
    [{ reason: '' }, 400, { reason: ['A reason is required to submit this request.'] }],
    [{ code: 'KUL 9' }, 400, { code: ['Please enter a code of up to 20 letters, digits and hyphens.'] }],
    [{ code: '' }, 400, { code: ['Please enter a code of up to 20 letters, digits and hyphens.'] }],
    [{ name: '' }, 400, { name: ['Please enter a name.'] }],
    [{ code: 'KUL01' }, 400, { code: [`${ENTITIES.kinabalu.name} has a department KUL01 already.`] }],
    [{ sender_entity_code: '' }, 400, { sender_entity_code: ['Please select Sender'] }],
    [{ sender_entity_code: '1' }, 400, { sender_entity_code: ['This is none of your companies.'] }],
    [{ action: 'edit' }, 400, { storecode_id: ['Please select the department.'] }],
    [{ action: 'delete', storecode_id: UNKNOWN }, 404, { detail: 'There is no such department.' }],
  ])('of a department with %o is refused', async (given, status, body) => {
    expect(await askStore(given)).toMatchObject({ status, body })
    expect(await pending()).toEqual([])
  })
})

describe('a department that something refers to', () => {
  const change = (code: keyof typeof company.stores, given: object) => ({
    storecode_id: store(code),
    ...given,
  })

  it('keeps its code and is not deleted: a key', async () => {
    expect(await askStore(change('KUL01', { action: 'delete' }))).toMatchObject({
      status: 409,
      body: { code: 'in_use', detail: 'The department KUL01 cannot be deleted: API keys refer to it.' },
    })
    expect(await askStore(change('KUL01', { action: 'edit', code: 'KUL02' }))).toMatchObject({
      status: 400,
      body: { code: ['The code KUL01 must stay: API keys refer to it.'] },
    })
  })

  it('keeps its code and is not deleted: a template, documents and their numbers', async () => {
    const template = { sender_entity_id: company.entities.selat, created_by: company.users.chong }
    const make = (name: string) =>
      inTransaction(db, (tx) =>
        createTemplate(
          tx,
          { ...template, name, description: '', invoice: { sender_store_code: 'JHB01' } },
          NOON,
        ),
      )
    const refused = async () => (await askStore(change('JHB01', { action: 'delete' }))).body.detail
    await make('Rent')
    expect(await refused()).toBe('The department JHB01 cannot be deleted: templates (“Rent”) refer to it.')
    for (const name of ['Rent', 'Rent', 'Rent']) await make(name)
    expect(await refused()).toBe(
      'The department JHB01 cannot be deleted: templates (“Rent”, “Rent”, “Rent”, others) refer to it.',
    )
    await buildDocument(world)
    expect((await askStore(change('KUL01', { action: 'delete' }))).body.detail).toBe(
      'The department KUL01 cannot be deleted: documents, document numbers, and API keys refer to it.',
    )
  })

  it('may have another name', async () => {
    const renamed = await askStore(
      change('KUL01', { action: 'edit', code: 'KUL01', name: 'Kuala Lumpur City' }),
    )
    expect([renamed.status, renamed.body.detail]).toEqual([201, 'Store Code edit request submitted.'])
  })
})

it.each<Who>(['aminah', 'chong', 'key'])('nobody but a superadmin asks or reads: not %s', async (who) => {
  const calls = [
    await askGroup({}, who),
    await askStore({}, who),
    await world.as(who).call(changeRequests.list, { query: {} }),
    await world.as(who).call(groups.list, {}),
  ]
  expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})
