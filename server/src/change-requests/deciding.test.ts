import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { groups, storeCodes } from '#contract/people/groups.ts'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, payload, submit } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'
import { writeSetting } from '../settings/write.ts'

const world = await createWorld()
const { db, company, clock } = world

const listGroups = async () => (await world.as('devi').call(groups.list, {})).body.results
const groupNamed = async (name: string) => (await listGroups()).find((group) => group.name === name)
const stores = async () =>
  (await world.as('devi').call(storeCodes.list, {})).body.results.map(({ code, name }) => `${code} ${name}`)
const makers_id = (await groupNamed('Makers'))?.id ?? ''
const MAKERS = ['can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv']
const WITH_APPROVAL = { permissions: [...MAKERS, 'can_approve_invoice'] }

const askGroup = async (given: object = {}, who: Who = 'devi'): Promise<number> => {
  const body = { action: 'edit', group_id: makers_id, name: 'Makers', reason: 'Month end', ...given }
  const answer = await world.as(who).callWrongly(changeRequests.askGroup, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const askStore = async (given: object): Promise<number> => {
  const body = { sender_entity_code: ENTITIES.kinabalu.entity_code, reason: 'New plan', ...given }
  const answer = await world.as('devi').callWrongly(changeRequests.askStoreCode, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const decide = (approval_id: number, given: object = {}, who: Who = 'farid') =>
  world.as(who).callWrongly(changeRequests.decide, {
    body: { approval_id, decision: 'approve', rejection_reason: '', ...given },
  })
const reject = (approval_id: number, rejection_reason: string, who: Who = 'farid') =>
  decide(approval_id, { decision: 'reject', rejection_reason }, who)
const list = async (state: 'pending' | 'decided', who: Who = 'farid') => {
  if (state === 'pending') return (await world.as(who).call(changeRequests.list, { query: {} })).body
  return (await world.as(who).call(changeRequests.decided, { query: {} })).body.results
}
const mayApprove = async (who: Who) =>
  (await world.as(who).call(session.permissions, {})).body.can_approve_invoice
type Line = { action: string; field: string }
const audit = async (target_kind: string) =>
  (
    await sql<Line>`SELECT action, target_name, field, old_value, new_value, actor_name, sender_entity_id
      FROM audit_events WHERE target_kind = ${target_kind} ORDER BY nr`.execute(db)
  ).rows

const lostByAminah = (field: string, values: object) => ({
  ...{ action: 'update', target_name: 'aminah@lulus.example', actor_name: 'Farid Rahman' },
  ...{ sender_entity_id: null, field, ...values },
})

beforeEach(async () => {
  for (const table of ['change_requests', 'audit_events'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db)
})

describe('an approval', () => {
  it('does what was asked for, at once for the next call of whoever gains it, with the lines of the log', async () => {
    const id = await askGroup({ name: 'Creators', ...WITH_APPROVAL })
    expect(await mayApprove('aminah')).toBe(false)
    clock.advance(HOUR_MS)
    const { status, body } = await decide(id)
    expect([status, body]).toEqual([200, { id, state: 'approved' }])
    expect(await mayApprove('aminah')).toBe(true)
    const who = { actor_name: 'Farid Rahman', sender_entity_id: null, action: 'update' }
    expect(await audit('group')).toEqual([
      { ...who, target_name: 'Makers', field: 'name', old_value: 'Makers', new_value: 'Creators' },
      {
        ...{ ...who, target_name: 'Makers', field: 'permissions', old_value: JSON.stringify(MAKERS) },
        new_value: JSON.stringify([...MAKERS, 'can_approve_invoice']),
      },
    ])
    expect((await audit('change_request')).slice(3)).toEqual([
      {
        ...who,
        target_name: 'Edit group Makers',
        field: 'state',
        old_value: 'pending',
        new_value: 'approved',
      },
    ])
    expect(await list('pending')).toEqual([])
    const [decided] = await list('decided')
    expect(decided).toMatchObject({
      ...{ id, state: 'approved', decided_by: 'Farid Rahman', decided_at: clock.now().toISOString() },
      ...{ effects: [], requested_by: 'Devi Krishnan', may_approve: { ok: false } },
    })
    await decide(await askGroup({ name: 'Makers', permissions: MAKERS }))
    expect(await mayApprove('aminah')).toBe(false)
  })

  it('makes a group, and deletes it for its members', async () => {
    const made = await askGroup({ action: 'create', group_id: null, name: 'Cashiers', ...WITH_APPROVAL })
    expect(await groupNamed('Cashiers')).toBeUndefined()
    expect((await decide(made)).status).toBe(200)
    const cashiers = await groupNamed('Cashiers')
    expect(cashiers?.permissions.map(({ id }) => id)).toEqual([
      ...[
        'can_create_invoice',
        'can_edit_invoice',
        'can_view_invoice',
        'can_export_csv',
        'can_approve_invoice',
      ],
    ])
    await sql`INSERT INTO user_groups VALUES (${company.users.aminah}, ${cashiers?.id})`.execute(db)
    expect(await mayApprove('aminah')).toBe(true)
    expect(
      (await decide(await askGroup({ action: 'delete', group_id: cashiers?.id, name: '' }))).status,
    ).toBe(200)
    expect(await groupNamed('Cashiers')).toBeUndefined()
    expect(await mayApprove('aminah')).toBe(false)
    expect(await audit('group')).toMatchObject([
      { action: 'create', field: 'name', new_value: 'Cashiers' },
      { action: 'create', field: 'permissions' },
      { action: 'delete', target_name: 'Cashiers', field: 'name', old_value: 'Cashiers' },
      { action: 'delete', field: 'permissions' },
    ])
    expect(await audit('user')).toEqual([
      lostByAminah('groups', { old_value: 'Cashiers, Makers', new_value: 'Makers' }),
    ])
  })

  it('makes, renames and deletes a department', async () => {
    const before = await stores()
    expect((await decide(await askStore({ action: 'create', code: 'KUL09', name: 'Bangsar' }))).status).toBe(
      200,
    )
    const { body } = await world.as('devi').call(storeCodes.list, {})
    const made = body.results.find(({ code }) => code === 'KUL09')
    expect(made).toMatchObject({ name: 'Bangsar', sender_entity_id: company.entities.kinabalu })
    const target = { storecode_id: made?.id }
    await sql`INSERT INTO user_store_codes VALUES (${company.users.aminah}, ${made?.id})`.execute(db)
    const renamed = await askStore({ ...target, action: 'edit', code: 'KUL-9', name: 'Bangsar South' })
    expect((await decide(renamed)).status).toBe(200)
    expect(await stores()).toContain('KUL-9 Bangsar South')
    expect((await decide(await askStore({ ...target, action: 'delete' }))).status).toBe(200)
    expect(await stores()).toEqual(before)
    const concerned = { sender_entity_id: company.entities.kinabalu, actor_name: 'Farid Rahman' }
    expect(await audit('store_code')).toMatchObject([
      { ...concerned, action: 'create', field: 'code', new_value: 'KUL09' },
      { ...concerned, action: 'create', field: 'name', new_value: 'Bangsar' },
      { ...concerned, action: 'update', field: 'code', old_value: 'KUL09', new_value: 'KUL-9' },
      { ...concerned, action: 'update', field: 'name', old_value: 'Bangsar', new_value: 'Bangsar South' },
      { ...concerned, action: 'delete', field: 'code', old_value: 'KUL-9' },
      { ...concerned, action: 'delete', field: 'name', old_value: 'Bangsar South' },
    ])
    expect(await audit('user')).toEqual([
      lostByAminah('store_codes', { old_value: 'KUL-9, KUL01, PEN01', new_value: 'KUL01, PEN01' }),
    ])
  })
})

describe('a rejection', () => {
  it('needs a reason, changes nothing, and tells it', async () => {
    const id = await askGroup(WITH_APPROVAL)
    for (const reason of ['', ' \u200b']) {
      const { status, body } = await reject(id, reason)
      expect([status, body.rejection_reason]).toEqual([400, ['A rejection reason is required.']])
    }
    expect(await reject(id, 'Bakri approves')).toMatchObject({ status: 200, body: { state: 'rejected' } })
    expect(await mayApprove('aminah')).toBe(false)
    expect(await list('decided')).toMatchObject([{ state: 'rejected', rejection_reason: 'Bakri approves' }])
    expect(await audit('group')).toEqual([])
  })
})

describe('a request cannot be decided', () => {
  it.each(['approve', 'reject'])(
    'by its maker (%s), unless the company of one person allows it',
    async (decision) => {
      const id = await askGroup({ name: `Makers ${decision}` })
      const given = { decision, rejection_reason: 'No' }
      expect(await decide(id, given, 'devi')).toMatchObject({
        status: 409,
        body: { code: 'own_request', detail: 'You created this request; someone else must decide.' },
      })
      const now = clock.now()
      const allow = (value: boolean) =>
        writeSetting(db, { caller: undefined, key: 'approval.allow_self_approval', value, now })
      await allow(true)
      expect((await list('pending', 'devi'))[0]?.may_approve).toEqual({ ok: true, why: '' })
      expect((await decide(id, given, 'devi')).status).toBe(200)
      await allow(false)
      if (decision === 'approve') await decide(await askGroup())
    },
  )

  it('twice, and the second hears what happened and by whom', async () => {
    const id = await askGroup(WITH_APPROVAL)
    await reject(id, 'No')
    expect(await decide(id)).toMatchObject({
      status: 409,
      body: { code: 'already_decided', detail: /^This request was rejected by Farid Rahman on / },
    })
    const withdraw = () => world.as('devi').call(changeRequests.withdraw, { params: { id } })
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  })

  it('by ten at once: one decision holds, and is done once', async () => {
    const id = await askGroup({ action: 'create', group_id: null, name: 'Ten at once' })
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? decide(id) : reject(id, 'No'))),
    )
    expect(ten.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const [winner] = ten.filter(({ status }) => status === 200)
    expect((await listGroups()).filter(({ name }) => name === 'Ten at once')).toHaveLength(
      winner?.body.state === 'approved' ? 1 : 0,
    )
    expect((await audit('change_request')).filter(({ field }) => field === 'state')).toHaveLength(2)
  })

  it('after its target has changed, and both versions are told', async () => {
    const id = await askGroup(WITH_APPROVAL)
    await sql`DELETE FROM group_permissions WHERE group_id = ${makers_id} AND flag = 'can_export_csv'`.execute(
      db,
    )
    const why =
      'The group Makers was changed since this was asked. ' +
      'Then: name Makers; permissions can_create_invoice, can_edit_invoice, can_view_invoice, can_export_csv. ' +
      'Now: name Makers; permissions can_create_invoice, can_edit_invoice, can_view_invoice.'
    expect((await list('pending'))[0]).toMatchObject({
      may_approve: { ok: false, why },
      may_reject: { ok: true },
    })
    expect(await decide(id)).toMatchObject({ status: 409, body: { code: 'target_changed', detail: why } })
    expect(await mayApprove('aminah')).toBe(false)
    expect((await reject(id, 'Ask again')).status).toBe(200)
    await sql`INSERT INTO group_permissions VALUES (${makers_id}, 'can_export_csv')`.execute(db)
  })

  it('after its target has gone', async () => {
    const { id: group_id } = (await groupNamed('Auditors')) ?? {}
    const id = await askGroup({ group_id, name: 'Inspectors' })
    await sql`DELETE FROM groups WHERE id = ${group_id}`.execute(db)
    expect((await decide(id)).body.detail).toBe(
      'The group Auditors is not there any more. When this was asked it was: name Auditors; permissions can_view_all.',
    )
  })

  it('for a new department whose company was deactivated meanwhile', async () => {
    const id = await askStore({ action: 'create', storecode_id: null, code: '009', name: 'Ninth' })
    await sql`UPDATE sender_entities SET is_active = false`.execute(db)
    expect(await decide(id)).toMatchObject({
      status: 409,
      body: { code: 'request_impossible', detail: expect.stringContaining('is deactivated.') },
    })
    await sql`UPDATE sender_entities SET is_active = true`.execute(db)
    expect((await decide(id)).status).toBe(200)
  })

  it('when meanwhile something refers to the department, or the name is taken', async () => {
    const id = await askStore({ action: 'delete', storecode_id: company.stores.PEN01 })
    const document = await buildDocument(world, { sender_store_code: 'PEN01' })
    expect(document.id).not.toBe('')
    expect(await decide(id)).toMatchObject({
      status: 409,
      body: {
        code: 'request_impossible',
        detail: 'The department PEN01 cannot be deleted: documents and document numbers refer to it.',
      },
    })
    const [first, second] = [
      await askGroup({ action: 'create', group_id: null, name: 'Twins' }),
      await askGroup({ action: 'create', group_id: null, name: 'TWINS' }),
    ]
    const both = await Promise.all([decide(first), decide(second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('request_impossible')
  })

  it('that never was, or by somebody who is no superadmin', async () => {
    const id = await askGroup(WITH_APPROVAL)
    expect((await decide(id + 1_000)).status).toBe(404)
    expect((await decide(0)).status).toBe(400)
    expect((await decide(2_147_483_648)).status).toBe(400)
    for (const who of ['aminah', 'chong', 'key'] as const)
      expect((await decide(id, {}, who)).status).toBe(403)
    expect(await list('pending')).toHaveLength(1)
  })
})

it('a department that documents come for while it is deleted is either there with them or gone without', async () => {
  const id = await askStore({ action: 'delete', storecode_id: company.stores.JHB01 })
  const document = () =>
    payload({ sender_store_code: 'JHB01', sender_entity_code: ENTITIES.selat.entity_code })
  const make = () => submit(world, 'chong', document())
  const [decision, ...made] = await Promise.all([decide(id), make(), make(), make(), make()])
  const gone = decision.status === 200
  const { rows } = await sql<{ documents: number; stores: number }>`
    SELECT (SELECT count(*)::int FROM documents d WHERE d.sender_store_code = 'JHB01') AS documents,
      (SELECT count(*)::int FROM store_codes c WHERE c.code = 'JHB01') AS stores`.execute(db)
  expect(rows).toEqual([gone ? { documents: 0, stores: 0 } : { documents: 4, stores: 1 }])
  expect(made.map(({ status }) => status)).toEqual(Array(4).fill(gone ? 400 : 200))
})

it('what was decided is read on to the first of them, each once, whatever is decided meanwhile', async () => {
  const now = clock.now()
  await sql`INSERT INTO change_requests
      (kind, action, after, reason, requested_by, requested_by_name, requested_at, state, decided_at)
    SELECT 'group', 'create', '{"name": "Cashiers"}', k, ${makers_id}, 'Devi', ${now}, 'rejected', ${now}
    FROM generate_series(1, 130) k`.execute(db)
  const farid = world.as('farid')
  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await farid.call(changeRequests.decided, { query: { after } })
    expect(body.results.length).toBeLessThanOrEqual(50)
    seen.push(...body.results.map(({ reason }) => reason))
    after = body.next === null ? undefined : (new URL(body.next).searchParams.get('after') ?? undefined)
    await reject(await askGroup({ name: 'Makers', ...WITH_APPROVAL }), 'Not now')
  } while (after !== undefined)
  expect(seen).toEqual(Array.from({ length: 130 }, (_, at) => String(130 - at)))
  const far = `2026-11-29T00:00:00.000Z_${'9'.repeat(18)}`
  expect((await farid.call(changeRequests.decided, { query: { after: far } })).status).toBe(200)
  const old = await farid.callWrongly(changeRequests.list, { query: { state: 'decided' } })
  expect(old).toMatchObject({ status: 400, body: { state: [expect.stringContaining('decided/')] } })
})
