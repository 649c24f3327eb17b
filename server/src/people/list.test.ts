import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { users } from '#contract/people/users.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { createWorld, PASSWORD, PEOPLE } from '../../test/world.ts'

const world = await createWorld()
const { db, company } = world
const devi = world.as('devi')
type Query = Parameters<typeof devi.call<typeof users.list>>[1]['query']
const list = async (query: Query = {}) => (await devi.call(users.list, { query })).body
const named = async (query: Query) => (await list(query)).results.map(({ username }) => username)
const groupId = async (name: string) =>
  (await sql<{ id: string }>`SELECT id FROM groups WHERE name = ${name}`.execute(db)).rows[0]?.id ?? ''

/** Asks for those who are deactivated, once this person is. */
const switchedOff = (name: 'gita') => async (): Promise<Query> => {
  const body = { is_active: false, revision: 0 }
  await devi.call(users.update, { params: { id: company.users[name] }, body })
  return { state: 'deactivated' }
}

describe('the list of users', () => {
  it('tells of each what is granted and when they last signed in', async () => {
    const body = { username: 'ezra', password: PASSWORD, auth_type: 'django' } as const
    await world.as('nobody').call(session.login, { body })
    const { count, results } = await list({ search: 'LASIMBANG' })
    expect([count, results]).toEqual([
      1,
      [
        {
          ...{ id: company.users.ezra, username: 'ezra', email: 'ezra@lulus.example', first_name: 'Ezra' },
          ...{ last_name: 'Lasimbang', access_type: 'user', origin: 'local', state: 'active' },
          groups: [{ id: await groupId('All functions'), name: 'All functions' }],
          sender_entities: [{ id: company.entities.kinabalu, name: 'Kinabalu Trading Sdn Bhd' }],
          store_codes: [{ id: company.stores.PEN01, code: 'PEN01' }],
          ...{ kept_by_directory: false, api_keys: 0, webhooks: 0, revision: 0 },
          last_login_at: world.clock.now().toISOString(),
        },
      ],
    ])
  })

  it.each<[string, () => Query | Promise<Query>, string[]]>([
    ['name', () => ({ search: 'nah yusof' }), ['aminah']],
    ['username', () => ({ search: 'BAKR' }), ['bakri']],
    ['an address', () => ({ search: 'chong@lulus' }), ['chong']],
    ['a text that is no pattern', () => ({ search: '%' }), []],
    ['access type', () => ({ access_type: 'staff' }), ['bakri', 'chong']],
    ['group', async () => ({ group_id: await groupId('All functions') }), ['chong', 'ezra']],
    // Superadmins reach every company.
    ['company', () => ({ sender_entity_id: company.entities.selat }), ['chong', 'devi', 'farid', 'gita']],
    ['state', switchedOff('gita'), ['gita']],
    ['several', () => ({ access_type: 'superadmin', search: 'farid', state: 'active' }), ['farid']],
    ['nothing, where filters are empty', () => ({ access_type: '', group_id: '' }), PEOPLE],
  ])('is narrowed by %s', async (_, query, expected) => {
    expect((await named(await query())).toSorted()).toEqual(expected.toSorted())
  })

  it('comes in pages of one order, whatever it is sorted by', async () => {
    for (const sort_by of ['name', 'username', 'email', 'access_type', 'state', 'last_login_at'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const all = await named({ sort_by, order, page_size: 100 })
        const pages = []
        for (const page of [1, 2, 3]) pages.push(await list({ sort_by, order, page, page_size: 3 }))
        expect(pages.flatMap(({ results }) => results.map(({ username }) => username))).toEqual(all)
        expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([PEOPLE.length]))
      }
    }
    expect(await named({ sort_by: 'username', order: 'desc', page_size: 2 })).toEqual(['gita', 'farid'])
    expect((await named({ sort_by: 'access_type' })).slice(0, 2)).toEqual(['devi', 'farid'])
    expect((await named({ sort_by: 'last_login_at', order: 'desc' }))[0]).toBe('ezra')
  })

  it('refuses what is no id, naming the field', async () => {
    for (const name of ['group_id', 'sender_entity_id'] as const) {
      const { status, body } = await devi.call(users.list, { query: { [name]: 'x' } })
      expect([status, body[name]]).toEqual([400, ['Not an id.']])
    }
  })
})

describe('the rights of a person', () => {
  it.each(PEOPLE.filter((name) => name !== 'gita'))(
    'are those by which the calls of %s are judged',
    async (name) => {
      const { body } = await devi.call(users.rights, { params: { id: company.users[name] } })
      const caller = await world.callerOf(name)
      expect(new Set(body.flags.map(({ flag }) => flag))).toEqual(new Set(caller.flags))
      const reached = body.sender_entities.flatMap(({ id, store_codes }) =>
        store_codes.map((code) => `${id} ${code}`),
      )
      const stores = caller.stores.map(({ sender_entity_id, code }) => `${sender_entity_id} ${code}`)
      expect(reached.toSorted()).toEqual(stores.toSorted())
    },
  )

  it('each name the groups that they come from', async () => {
    const id = company.users.bakri
    await sql`INSERT INTO user_groups SELECT ${id}, id FROM groups WHERE name = 'Makers'`.execute(db)
    const { body } = await devi.call(users.rights, { params: { id } })
    expect(body.flags).toEqual([
      { flag: 'can_create_invoice', groups: ['Makers'] },
      { flag: 'can_edit_invoice', groups: ['Makers'] },
      { flag: 'can_view_invoice', groups: ['Approvers', 'Makers'] },
      { flag: 'can_export_csv', groups: ['Makers'] },
      { flag: 'can_approve_invoice', groups: ['Approvers'] },
    ])
  })

  it('of a superadmin are all, and a company without a department is reached by nobody else', async () => {
    const { body } = await devi.call(users.rights, { params: { id: company.users.farid } })
    expect([body.flags.map(({ flag }) => flag), body.flags.flatMap(({ groups }) => groups)]).toEqual([
      ...[[...FLAGS], []],
    ])
    expect(body.sender_entities.map(({ store_codes }) => store_codes)).toEqual([
      ['KUL01', 'PEN01'],
      ['JHB01'],
    ])
    const id = company.users.ezra
    await sql`INSERT INTO user_entities VALUES (${id}, ${company.entities.selat})`.execute(db)
    const { body: ezra } = await devi.call(users.rights, { params: { id } })
    expect(ezra.sender_entities.map(({ name, store_codes }) => [name, store_codes])).toEqual([
      ['Kinabalu Trading Sdn Bhd', ['PEN01']],
      ['Selat Foods Sdn Bhd', []],
    ])
  })
})

it('the options say which groups the directory decides about', async () => {
  const { body } = await devi.call(users.options, {})
  expect([body.directory, body.groups.map(({ name }) => name)]).toEqual([
    ...[false, ['All functions', 'Approvers', 'Auditors', 'Makers']],
  ])
  const authenticate = async () => undefined
  const other = await createWorld({ directory: { groups: ['makers'], authenticate } })
  const { body: known } = await other.as('devi').call(users.options, {})
  const decided = known.groups.filter(({ by_directory }) => by_directory)
  expect([known.directory, decided.map(({ name }) => name)]).toEqual([true, ['Makers']])
})
