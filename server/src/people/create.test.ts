import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { type UserCreate, users } from '#contract/people/users.ts'
import { createWorld, PASSWORD, type Who } from '../../test/world.ts'
import type { Directory } from '../directory/directory.ts'
import { mailLinkJob } from '../session/passwords/jobs.ts'

/** A directory in which everybody's password is right. */
const directory: Directory = {
  groups: ['Makers'],
  authenticate: async (username) => ({
    ...{ directory_id: `entry ${username}`, username, email: `${username}@corp.example` },
    ...{ first_name: 'Sue', last_name: 'Binti Corp', groups: ['Makers'] },
  }),
}
const world = await createWorld({ directory })
const { db, company } = world
const NADIA: UserCreate = {
  ...{ username: 'nadia', email: 'Nadia@lulus.example', first_name: 'Nadia', last_name: 'Razak' },
  ...{ origin: 'local', access_type: 'user', group_ids: [] },
  sender_entity_ids: [company.entities.kinabalu],
  store_code_ids: [company.stores.KUL01],
}

const create = (given: Partial<UserCreate> = {}, headers: Record<string, string> = {}) =>
  world.as('devi').call(users.create, { body: { ...NADIA, ...given } }, { headers })
const mailed = async () =>
  (
    await sql<{ data: unknown }>`SELECT data FROM pgboss.job WHERE name = ${mailLinkJob.name}
      ORDER BY created_on`.execute(db)
  ).rows.map(({ data }) => data)
const sendLink = (id: string) => world.as('devi').call(users.sendLink, { params: { id } })

describe('a new local user', () => {
  it('gets a link by mail and no password that anybody knows, and is told in the audit log', async () => {
    const { status, body } = await create()
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), username: 'nadia', email: 'Nadia@lulus.example', first_name: 'Nadia' },
        ...{ last_name: 'Razak', access_type: 'user', origin: 'local', state: 'invited', groups: [] },
        sender_entities: [{ id: company.entities.kinabalu, name: 'Kinabalu Trading Sdn Bhd' }],
        store_codes: [{ id: company.stores.KUL01, code: 'KUL01' }],
        ...{ kept_by_directory: false, api_keys: 0, webhooks: 0, last_login_at: null, revision: 0 },
      },
    ])
    expect(await mailed()).toEqual([{ email: 'Nadia@lulus.example', by_administrator: true }])
    const { rows } = await sql<{ field: string; new_value: string; target_name: string }>`
      SELECT field, new_value, target_name FROM audit_events
      WHERE target_kind = 'user' AND target_id = ${body.id} AND action = 'create' ORDER BY nr`.execute(db)
    expect(rows.map(({ field, new_value }) => [field, new_value])).toEqual([
      ['username', 'nadia'],
      ['email', 'Nadia@lulus.example'],
      ['first_name', 'Nadia'],
      ['last_name', 'Razak'],
      ['access_type', 'user'],
      ['origin', 'local'],
      ['is_active', 'true'],
      ['sender_entities', 'Kinabalu Trading Sdn Bhd'],
      ['store_codes', 'KUL01'],
    ])
    expect(new Set(rows.map(({ target_name }) => target_name))).toEqual(new Set(['Nadia@lulus.example']))
  })

  it('is one only for whoever lost the answer and asks again, with one mail', async () => {
    const before = (await mailed()).length
    const other = { username: 'omar', email: 'omar@lulus.example' }
    const twice = await Promise.all([
      create(other, { 'idempotency-key': 'k' }),
      create(other, { 'idempotency-key': 'k' }),
    ])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(twice[1]?.body).toEqual(twice[0]?.body)
    expect(await mailed()).toHaveLength(before + 1)
  })

  it('has a name of their own, also of ten who are made at once', async () => {
    const before = (await mailed()).length
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, at) => create({ username: 'Putri', email: `putri${at}@lulus.example` })),
    )
    expect(ten.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(400)])
    expect(ten.find(({ status }) => status === 400)?.body.username).toEqual([
      'Somebody has this username already.',
    ])
    expect(await mailed()).toHaveLength(before + 1)
  })

  it.each<[object, string, string]>([
    [{ username: ' ' }, 'username', 'Please enter a username.'],
    [{ username: 'AMINAH' }, 'username', 'Somebody has this username already.'],
    [{ username: 'x@elsewhere.example' }, 'username', expect.stringContaining('own e-mail address')],
    [{ username: 'İzzat' }, 'username', expect.stringContaining('letters, digits')],
    [{ username: 'ΜΑΡΙΟΣ' }, 'username', expect.stringContaining('letters, digits')],
    [{ email: 'AMINAH@lulus.example' }, 'email', 'Somebody has this e-mail address already.'],
    [{ email: '' }, 'email', 'Please enter an e-mail address.'],
    [{ access_type: 'root' }, 'access_type', 'Please select the access type.'],
    [{ origin: 'nowhere' }, 'origin', expect.any(String)],
    [{ store_code_ids: ['x'] }, 'store_code_ids.0', 'Not an id.'],
    [{ store_code_ids: [company.stores.JHB01] }, 'store_code_ids', expect.stringContaining('JHB01 belongs')],
    [{ group_ids: Array(201).fill(company.stores.JHB01) }, 'group_ids', 'At most 200 groups are allowed.'],
    [{ password: 'Rahsia-Besar-123' }, 'password', expect.any(String)],
    [{ is_active: false }, 'is_active', expect.any(String)],
  ])('is refused with %o, naming the field', async (given, field, message) => {
    const body = { ...NADIA, username: 'quah', email: 'quah@lulus.example', ...given }
    const answer = await world.as('devi').callWrongly(users.create, { body })
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
  })
})

describe('a new user of the directory', () => {
  it('gets no mail, and has what was granted at the first sign-in, which is theirs', async () => {
    const before = (await mailed()).length
    const { body } = await create({ origin: 'directory', username: 'Sue', email: 'sue@lulus.example' })
    expect([body.state, body.kept_by_directory, await mailed()]).toEqual([
      ...['invited', false, expect.objectContaining({ length: before })],
    ])
    const login = { username: 'sue', password: 'whatever', auth_type: 'ldap' } as const
    expect((await world.as('nobody').call(session.login, { body: login })).status).toBe(200)
    const { body: after } = await world.as('devi').call(users.get, { params: { id: body.id } })
    expect(after).toMatchObject({
      ...{ username: 'sue', email: 'sue@corp.example', first_name: 'Sue', last_name: 'Binti Corp' },
      ...{ state: 'active', kept_by_directory: true, store_codes: body.store_codes },
      last_login_at: world.clock.now().toISOString(),
    })
    expect((await sendLink(body.id)).body.code).toBe('directory_account')
  })
})

describe('the address of somebody invited, once corrected,', () => {
  const mailedBy = async (given: Partial<UserCreate>, email: string) => {
    const { body } = await create(given)
    const before = (await mailed()).length
    const change = { params: { id: body.id }, body: { email, revision: body.revision } }
    const answers = [await world.as('devi').call(users.update, change)]
    // Whoever lost the answer asks again.
    answers.push(await world.as('devi').call(users.update, change))
    expect(answers.map(({ status, body }) => [status, body.email])).toEqual(Array(2).fill([200, email]))
    return (await mailed()).slice(before)
  }

  it('is mailed an invitation, once', async () => {
    const wrong = { username: 'rosli', email: 'rosil@lulus.example' }
    expect(await mailedBy(wrong, 'rosli@lulus.example')).toEqual([
      { email: 'rosli@lulus.example', by_administrator: true },
    ])
  })

  it('is mailed none where the directory has the password', async () => {
    const wrong = { origin: 'directory' as const, username: 'tan', email: 'tna@lulus.example' }
    expect(await mailedBy(wrong, 'tan@lulus.example')).toEqual([])
  })

  it('is mailed none for another change, nor where there is a password or the account is off', async () => {
    const { body } = await create({ username: 'siew', email: 'siew@lulus.example' })
    const before = (await mailed()).length
    const change = (id: string, given: object, revision: number) =>
      world.as('devi').call(users.update, { params: { id }, body: { ...given, revision } })
    const named = await change(body.id, { last_name: 'Lim' }, body.revision)
    const off = { is_active: false, email: 'siew.lim@lulus.example' }
    expect((await change(body.id, off, named.body.revision)).body.state).toBe('deactivated')
    const id = company.users.farid
    const { revision } = (await world.as('devi').call(users.get, { params: { id } })).body
    expect((await change(id, { email: 'f.rahman@lulus.example' }, revision)).status).toBe(200)
    expect(await mailed()).toHaveLength(before)
  })
})

describe('a link that an administrator sends', () => {
  it('is on its way, told in the audit log without what it is', async () => {
    const id = company.users.bakri
    const before = (await mailed()).length
    const { status, body } = await sendLink(id)
    expect([status, body.detail]).toEqual([200, 'A link is on its way to bakri@lulus.example.'])
    expect((await mailed()).slice(before)).toEqual([{ email: 'bakri@lulus.example', by_administrator: true }])
    const { rows } = await sql`SELECT field, new_value, actor_name FROM audit_events
      WHERE target_id = ${id}`.execute(db)
    const new_value = `sent ${world.clock.now().toISOString()}`
    expect(rows).toEqual([{ field: 'mailed_link', new_value, actor_name: 'Devi Krishnan' }])
  })

  it('is not the sixth that works', async () => {
    const id = company.users.gita
    await sql`INSERT INTO password_resets (token_hash, user_id, created_at, valid_until, sent_at)
      SELECT 'hash ' || n, ${id}, ${world.clock.now()}, ${new Date(world.clock.now().getTime() + 60_000)},
        ${world.clock.now()} FROM generate_series(1, 5) n`.execute(db)
    expect((await sendLink(id)).body).toMatchObject({ code: 'links_open' })
    world.clock.advance(60_000)
    expect((await sendLink(id)).status).toBe(200)
  })
})

it.each<Who>(['aminah', 'chong', 'key', 'nobody'])('%s may do none of it', async (who) => {
  const params = { id: company.users.bakri }
  const client = world.as(who)
  const answers = [
    await client.call(users.list, { query: {} }),
    await client.call(users.options, {}),
    await client.call(users.get, { params }),
    await client.call(users.rights, { params }),
    await client.call(users.create, { body: { ...NADIA, username: who } }),
    await client.call(users.update, { params, body: { revision: 0, access_type: 'superadmin' } }),
    await client.call(users.sendLink, { params }),
  ]
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([who === 'nobody' ? 401 : 403]))
  expect(answers.map(({ text }) => text).join()).not.toContain(PASSWORD)
})
