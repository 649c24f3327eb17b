import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { session } from '#contract/people/session.ts'
import { type UserPatch, users } from '#contract/people/users.ts'
import { createWorld, PASSWORD, PUBLIC_URL, type Who } from '../../test/world.ts'
import type { AccountName } from '../demo/company.ts'
import { mailLink } from '../session/passwords/mail-link.job.ts'

const world = await createWorld()
const { db, clock, company } = world
const { entities, stores } = company
const idOf = (name: AccountName) => company.users[name]
const get = async (id: string) => (await world.as('devi').call(users.get, { params: { id } })).body
type Given = Omit<Partial<UserPatch>, 'revision'>
const patchAs = async (who: Who, id: string, given: Given, revision?: number) =>
  world.as(who).call(users.update, {
    params: { id },
    body: { ...given, revision: revision ?? (await get(id)).revision },
  })
const patch = (id: string, given: Given) => patchAs('devi', id, given)
const groupId = async (name: string) =>
  (await sql<{ id: string }>`SELECT id FROM groups WHERE name = ${name}`.execute(db)).rows[0]?.id ?? ''
const toldOf = async (id: string) =>
  (
    await sql<{ field: string; old_value: string; new_value: string }>`
      SELECT field, old_value, new_value FROM audit_events
      WHERE target_kind = 'user' AND target_id = ${id} AND action = 'update' ORDER BY nr`.execute(db)
  ).rows
const isSignedIn = async (headers: Record<string, string>) =>
  (await world.as('nobody').call(session.profile, {}, { headers })).status === 200
const enter = async (username: string) => {
  const body = { username, password: PASSWORD, auth_type: 'django' } as const
  return (await world.as('nobody').call(session.login, { body })).status
}

describe('a change of a person', () => {
  it('changes what is named, and each field is one line of the audit log, by names', async () => {
    const id = idOf('aminah')
    const before = await get(id)
    const { status, body } = await patch(id, {
      last_name: 'Yusof binti Ali',
      access_type: 'staff',
      group_ids: [await groupId('Makers'), await groupId('Auditors')],
      store_code_ids: [stores.KUL01],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      last_name: 'Yusof binti Ali',
      access_type: 'staff',
      groups: [expect.objectContaining({ name: 'Auditors' }), expect.objectContaining({ name: 'Makers' })],
      store_codes: [{ id: stores.KUL01, code: 'KUL01' }],
      revision: before.revision + 1,
    })
    expect(await toldOf(id)).toEqual([
      { field: 'last_name', old_value: 'Yusof', new_value: 'Yusof binti Ali' },
      { field: 'access_type', old_value: 'user', new_value: 'staff' },
      { field: 'groups', old_value: 'Makers', new_value: 'Auditors, Makers' },
      { field: 'store_codes', old_value: 'KUL01, PEN01', new_value: 'KUL01' },
    ])
    const { rows } = await sql`SELECT DISTINCT target_name, sender_entity_id, actor_email FROM audit_events
      WHERE target_id = ${id}`.execute(db)
    expect(rows).toEqual([
      { target_name: 'aminah@lulus.example', sender_entity_id: null, actor_email: 'devi@lulus.example' },
    ])
  })

  it('of a list that is longer than the log keeps tells what comes and what goes', async () => {
    const id = idOf('gita')
    const before = (await get(id)).store_codes.map((store) => store.id)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO store_codes (code, name, sender_entity_id, created_at)
      SELECT 'DEPARTMENT' || n, 'Many', ${entities.kinabalu}, now() FROM generate_series(101, 300) n
      RETURNING id`.execute(db)
    const many = [...before, ...rows.map((row) => row.id)]
    const first = many[0] ?? ''
    await patch(id, { store_code_ids: many.slice(0, -1) })
    await patch(id, { store_code_ids: many.slice(1) })
    const codes = new Map((await get(id)).store_codes.map((store) => [store.id, store.code]))
    const { rows: gone } = await sql<{
      code: string
    }>`SELECT code FROM store_codes WHERE id = ${first}`.execute(db)
    const rest = `(and ${many.length - 2} others)`
    expect((await toldOf(id)).at(-1)).toEqual({
      field: 'store_codes',
      old_value: `${gone[0]?.code} ${rest}`,
      new_value: `${codes.get(many.at(-1) ?? '')} ${rest}`,
    })
    await patch(id, { store_code_ids: before })
    await sql`DELETE FROM store_codes WHERE name = 'Many'`.execute(db)
  })

  it('of rights holds from the next call of an open session on', async () => {
    const headers = await world.tokenHeader(idOf('bakri'))
    const held = async () => (await world.as('nobody').call(session.permissions, {}, { headers })).body
    expect((await held()).can_approve_invoice).toBe(true)
    await patch(idOf('bakri'), { group_ids: [] })
    expect((await held()).can_approve_invoice).toBe(false)
    const { body } = await world.as('nobody').call(session.profile, {}, { headers })
    expect(body.store_code.map(({ code }) => code)).toEqual(['KUL01', 'PEN01'])
    await patch(idOf('bakri'), { sender_entity_ids: [], store_code_ids: [] })
    const { body: after } = await world.as('nobody').call(session.profile, {}, { headers })
    expect([after.store_code, after.sender_entities]).toEqual([[], []])
  })

  it('made upon an older one is a conflict, and of many at once one is made', async () => {
    const id = idOf('ezra')
    const { revision } = await get(id)
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, at) => patchAs('devi', id, { last_name: `Lasimbang ${at}` }, revision)),
    )
    expect(ten.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(ten.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile')
    expect((await get(id)).revision).toBe(revision + 1)
    expect(await toldOf(id)).toHaveLength(1)
  })

  it('takes letters of any script in a username, as the first start does', async () => {
    const { status, body } = await patch(idOf('gita'), { username: 'zoë' })
    expect([status, body.username]).toEqual([200, 'zoë'])
  })

  const nowhere = '00000000-0000-4000-8000-000000000000'
  it.each<[Given, string, string]>([
    [{ username: '' }, 'username', 'Please enter a username.'],
    [{ username: 'two words' }, 'username', expect.stringContaining('letters, digits')],
    [{ username: 'a@b.example' }, 'username', expect.stringContaining('own e-mail address')],
    [{ username: 'BAKRI' }, 'username', 'Somebody has this username already.'],
    [{ email: 'Bakri@lulus.example' }, 'email', 'Somebody has this e-mail address already.'],
    [{ email: 'nobody' }, 'email', 'Please enter an e-mail address.'],
    [{ group_ids: [nowhere] }, 'group_ids', 'There is no such group.'],
    [{ sender_entity_ids: [nowhere], store_code_ids: [] }, 'sender_entity_ids', 'There is no such company.'],
    [{ store_code_ids: [nowhere] }, 'store_code_ids', 'There is no such department.'],
    [
      { store_code_ids: [stores.JHB01] },
      'store_code_ids',
      'JHB01 belongs to a company that is not assigned.',
    ],
    [{ sender_entity_ids: [] }, 'store_code_ids', 'PEN01 belongs to a company that is not assigned.'],
  ])('is refused with %o, naming the field', async (given, field, message) => {
    const before = await get(idOf('ezra'))
    const { status, body } = await patch(idOf('ezra'), given)
    expect([status, body[field]]).toEqual([400, [message]])
    expect(await get(idOf('ezra'))).toEqual(before)
  })

  it('of a name to one that somebody else takes at the same time is told at the field', async () => {
    const both = await Promise.all([
      patch(idOf('farid'), { username: 'same' }),
      patch(idOf('gita'), { username: 'SAME' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body.username).toEqual([
      'Somebody has this username already.',
    ])
  })

  it('of the directory’s people leaves alone what the directory keeps', async () => {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO users (username, email, first_name, access_type, origin, directory_id, created_at)
      VALUES ('wan', 'wan@corp.example', 'Wan', 'user', 'directory', 'entry-1', now()) RETURNING id`.execute(
      db,
    )
    const id = rows[0]?.id ?? ''
    const refused = await patch(id, { first_name: 'One', email: 'one@corp.example' })
    expect([refused.status, refused.body.first_name, refused.body.email]).toEqual([
      ...[400, ['The directory keeps this. Please change it there.']],
      ['The directory keeps this. Please change it there.'],
    ])
    const { status, body } = await patch(id, {
      first_name: 'Wan',
      sender_entity_ids: [entities.selat],
      access_type: 'staff',
    })
    expect([status, body.kept_by_directory, body.access_type]).toEqual([200, true, 'staff'])
    expect((await world.as('devi').call(users.sendLink, { params: { id } })).body.code).toBe(
      'directory_account',
    )
  })

  it('of nobody is not found', async () => {
    const params = { id: nowhere }
    for (const answer of [
      await world.as('devi').call(users.update, { params, body: { revision: 0, last_name: 'x' } }),
      await world.as('devi').call(users.get, { params }),
      await world.as('devi').call(users.rights, { params }),
      await world.as('devi').call(users.sendLink, { params }),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([404, 'There is no such user.'])
    }
  })
})

describe('somebody who is deactivated', () => {
  const linkTo = async (email: string) => {
    const box: string[] = []
    const send: Parameters<typeof mailLink>[0]['send'] = async (_to, { link }) => {
      box.push(link?.url.split('/').at(-1) ?? '')
    }
    await mailLink({ db, clock, send, public_url: PUBLIC_URL }, { email })
    return box[0] ?? ''
  }

  it('is out of every session at the next call, and gets in again only after being switched on', async () => {
    const id = idOf('chong')
    const [first, second] = [await world.tokenHeader(id), await world.tokenHeader(id)]
    const token = await linkTo('chong@lulus.example')
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true])
    const { body } = await patch(id, { is_active: false })
    expect(body.state).toBe('deactivated')
    expect([await isSignedIn(first), await isSignedIn(second), await enter('chong')]).toEqual([
      ...[false, false, 400],
    ])
    // A sign-in that was under way when the account was switched off.
    const late = await world.tokenHeader(id)
    expect((await world.as('devi').call(users.sendLink, { params: { id } })).body.code).toBe('deactivated')
    expect((await patch(id, { is_active: true })).body.state).toBe('active')
    expect([await isSignedIn(first), await isSignedIn(late), await enter('chong')]).toEqual([
      ...[false, false, 200],
    ])
    const { body: link } = await world.as('nobody').call(passwords.checkLink, { body: { token } })
    expect(link.state).toBe('used')
    expect(await toldOf(id)).toEqual([
      { field: 'is_active', old_value: 'true', new_value: 'false' },
      { field: 'is_active', old_value: 'false', new_value: 'true' },
    ])
  })

  it('keeps what was granted, and a link to another address than the present one is worth nothing', async () => {
    const id = idOf('ezra')
    const token = await linkTo('ezra@lulus.example')
    const { groups } = await get(id)
    const { body } = await patch(id, { email: 'ezra.l@lulus.example' })
    expect(body.groups).toEqual(groups)
    const { body: link } = await world.as('nobody').call(passwords.checkLink, { body: { token } })
    expect(link.state).toBe('used')
  })
})
