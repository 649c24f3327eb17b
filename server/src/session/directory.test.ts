import { type KyselyPlugin, sql } from 'kysely'
import { Attribute, Change } from 'ldapts'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { users as people } from '#contract/people/users.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import type { Answer } from '../../test/client.ts'
import { createWorld, PASSWORD, SECRET_KEY } from '../../test/world.ts'
import { openDirectory } from '../directory/directory.ts'
import { dnOf, PORTAL, passwordOf, SUFFIX, startSlapd } from '../directory/fixtures/slapd.ts'
import { inTransaction } from '../platform/db/database.ts'
import { openLog } from '../platform/log/log.ts'
import { createUser } from '../users/create.ts'
import { openSignInLines } from './line.ts'
import { signIn } from './login.ts'
import { folded } from './ways.ts'

const CLERKS = `cn=clerks,ou=groups,${SUFFIX}`
const CHIEFS = `cn=chiefs,ou=groups,${SUFFIX}`
const person = (uid: string, more: object = {}) => ({ uid, mail: `${uid}@corp.example`, ...more })

const slapd = await startSlapd([
  person('sue', { cn: 'Sue', groups: [CLERKS] }),
  // PostgreSQL stores no NUL.
  person('tan', { cn: 'Ta\0n' }),
  person('teo'),
  person('uma'),
  person('vic'),
  person('wan'),
  person('xin'),
  person('yap'),
  person('zul'),
  person('aminah'),
  { uid: 'borrower', mail: 'Bakri@lulus.example' },
  { uid: 'mute' },
])
const lines: string[] = []
const log = openLog('info', { write: (line: string) => lines.push(line) })
const groups = { [CLERKS]: 'makers', [CHIEFS]: 'Approvers', [`cn=none,${SUFFIX}`]: 'Nowhere' }
const directory = openDirectory({ ...slapd.env, groups }, log)
const world = await createWorld({ directory })
const { db, clock, company } = world

const attempt = (username: string, password: string, auth_type: 'ldap' | 'django' = 'ldap') =>
  world.as('nobody').call(session.login, { body: { username, password, auth_type } })
const enter = (uid: string) => attempt(uid, passwordOf(uid))
const wrong = (username: string) => attempt(username, 'not this one')
const profileOf = async ({ body }: Answer<{ token: string }>) => {
  const headers = { authorization: `Token ${body.token}` }
  return (await world.as('nobody').call(session.profile, {}, { headers })).body
}
/** What an administrator of the directory writes into a person's entry. */
const write = (uid: string, type: string, value: string) =>
  slapd.administer((client) =>
    client.modify(dnOf(uid), [
      new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) }),
    ]),
  )

type UserRow = {
  id: string
  username: string
  email: string
  origin: string
  directory_id: string | null
  password_hash: string | null
  is_active: boolean
}
const users = db.withTables<{ users: UserRow }>()
const usersNamed = (username: string) =>
  users.selectFrom('users').selectAll().where('username', '=', username).execute()

const WRONG = ['Unable to log in with the provided credentials.']

describe('signing in through the directory', () => {
  it('is offered where there is one', async () => {
    expect((await world.as('nobody').call(session.options, {})).body.ldap).toBe(true)
  })

  it('makes a person without entities, with the groups that the directory gives, told in the audit log', async () => {
    const entered = await enter('sue')
    expect(entered.status).toBe(200)
    expect(await profileOf(entered)).toMatchObject({
      username: 'sue',
      email: 'sue@corp.example',
      first_name: 'Sue',
      last_name: 'Binti Corp',
      access_type: 'user',
      sender_entities: [],
      store_code: [],
      groups: [{ name: 'Makers' }],
    })
    const { rows } = await sql`SELECT e.action, e.field, e.new_value, e.target_name FROM audit_events e
      JOIN users u ON u.id::text = e.target_id WHERE u.username = 'sue' ORDER BY e.field`.execute(db)
    const told = { action: 'create', target_name: 'sue@corp.example' }
    expect(rows).toEqual([
      { ...told, field: 'email', new_value: 'sue@corp.example' },
      { ...told, field: 'first_name', new_value: 'Sue' },
      { ...told, field: 'groups', new_value: 'Makers' },
      { ...told, field: 'last_name', new_value: 'Binti Corp' },
      { ...told, field: 'username', new_value: 'sue' },
    ])
  })

  it('is written down as theirs, from the first time on', async () => {
    expect((await profileOf(await enter('tan'))).first_name).toBe('Tan')
    const { rows } =
      await sql`SELECT l.outcome, u.username FROM login_records l JOIN users u ON u.id = l.user_id
      WHERE l.username = 'tan'`.execute(db)
    expect(rows).toEqual([{ outcome: 'succeeded', username: 'tan' }])
  })

  it('brings name, address and groups up to date each time, and leaves other groups alone', async () => {
    const [sue] = await usersNamed('sue')
    await sql`INSERT INTO user_groups SELECT ${sue?.id}, id FROM groups WHERE name = 'Auditors'`.execute(db)
    await write('sue', 'mail', 'sue.lim@corp.example')
    await write('sue', 'givenName', 'Susan')
    await slapd.administer(async (client) => {
      await client.del(CLERKS)
      await client.add(CHIEFS, { objectClass: 'groupOfNames', member: dnOf('sue') })
    })
    expect(await profileOf(await attempt('SUE.LIM@corp.example', passwordOf('sue')))).toMatchObject({
      id: sue?.id,
      email: 'sue.lim@corp.example',
      first_name: 'Susan',
      groups: [{ name: 'Approvers' }, { name: 'Auditors' }],
    })
  })

  it('that takes a group away is a change: no form opened before gives it back', async () => {
    const [sue] = await usersNamed('sue')
    const params = { id: sue?.id ?? '' }
    const devi = world.as('devi')
    const opened = (await devi.call(people.get, { params })).body
    await enter('sue')
    expect((await devi.call(people.get, { params })).body.revision).toBe(opened.revision)
    await slapd.administer((client) => client.del(CHIEFS))
    await enter('sue')
    const body = { group_ids: opened.groups.map(({ id }) => id), revision: opened.revision }
    const answer = await devi.call(people.update, { params, body })
    expect([answer.status, answer.body.code]).toEqual([409, 'changed_meanwhile'])
    const { groups, revision } = (await devi.call(people.get, { params })).body
    expect([groups.map(({ name }) => name), revision]).toEqual([['Auditors'], opened.revision + 1])
  })

  it('twice at once for the first time makes one person', async () => {
    const answers = await Promise.all([enter('teo'), enter('teo'), enter('teo')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await usersNamed('teo')).toHaveLength(1)
  })

  it('takes the account that was made for the name before', async () => {
    const grants = { group_ids: [], sender_entity_ids: [company.entities.kinabalu], store_code_ids: [] }
    const names = { username: 'Uma', email: 'old@corp.example', first_name: '', last_name: '' }
    const id = await inTransaction(db, (tx) =>
      createUser(
        tx,
        { ...names, ...grants, access_type: 'staff', password_hash: null, origin: 'directory' },
        clock.now(),
      ),
    )
    expect(await profileOf(await enter('uma'))).toMatchObject({
      id,
      username: 'uma',
      email: 'uma@corp.example',
      access_type: 'staff',
    })
  })

  it('needs an e-mail address', async () => {
    const { status, body } = await enter('mute')
    expect([status, body.non_field_errors?.[0]]).toEqual([
      400,
      expect.stringMatching('Your directory entry has no e-mail address'),
    ])
    expect(await usersNamed('mute')).toEqual([])
  })

  it('knows nobody by a wrong password, an unknown name or a local account', async () => {
    for (const answer of [await wrong('sue'), await wrong('hantu'), await attempt('devi', PASSWORD)]) {
      expect([answer.status, answer.body.non_field_errors]).toEqual([400, WRONG])
    }
  })

  it('keeps out a person who is switched off', async () => {
    expect((await enter('vic')).status).toBe(200)
    await users.updateTable('users').set({ is_active: false }).where('username', '=', 'vic').execute()
    const { status, body } = await enter('vic')
    expect([status, body.non_field_errors]).toEqual([400, WRONG])
  })
})

describe('a name that two have', () => {
  it.each(['aminah', 'borrower'])('never gives a local account to the directory’s %s', async (uid) => {
    const before = await users.selectFrom('users').selectAll().where('origin', '=', 'local').execute()
    const { status, body } = await enter(uid)
    expect([status, body.non_field_errors?.[0]]).toEqual([
      400,
      expect.stringMatching('deactivate it too if it is a former one of yours'),
    ])
    expect(await users.selectFrom('users').selectAll().where('origin', '=', 'local').execute()).toEqual(
      before,
    )
    expect((await attempt('aminah', PASSWORD, 'django')).status).toBe(200)
  })

  it('never opens a directory person’s account by a local password', async () => {
    await enter('wan')
    expect((await attempt('wan', passwordOf('wan'), 'django')).status).toBe(400)
    const grants = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
    const local = { username: 'WAN', email: 'wan@elsewhere.example', first_name: '', last_name: '' }
    const made = inTransaction(db, (tx) =>
      createUser(tx, { ...local, ...grants, access_type: 'user', password_hash: 'x' }, clock.now()),
    )
    await expect(made).rejects.toMatchObject({ constraint: 'users_username' })
    const given = users.updateTable('users').set({ password_hash: 'x' }).where('username', '=', 'wan')
    await expect(given.execute()).rejects.toMatchObject({ constraint: 'users_of_directory' })
  })

  it('never gives a person’s account to the next one of that name', async () => {
    await enter('xin')
    const before = await usersNamed('xin')
    await slapd.administer(async (client) => {
      await client.del(dnOf('xin'))
      const entry = { cn: 'x', sn: 'x', mail: 'xin@corp.example', userPassword: passwordOf('xin') }
      await client.add(dnOf('xin'), { objectClass: 'inetOrgPerson', ...entry })
    })
    const { status, body } = await enter('xin')
    expect([status, body.non_field_errors?.[0]]).toEqual([400, expect.stringMatching('Another account here')])
    expect(await usersNamed('xin')).toEqual(before)
  })
})

describe('guessing at the directory', () => {
  it('has to wait after five wrong tries, however the name is spelt, and with the right password too', async () => {
    await enter('yap')
    clock.advance(1)
    const spellings = ['yap', 'Y\u00adA\u200bP', 'ｙａｐ', ' yap ', 'YAP@corp.example']
    for (const spelling of spellings) expect((await wrong(spelling)).status).toBe(400)
    expect((await enter('yap')).status).toBe(429)
    expect((await attempt('yap', 'not this one', 'django')).status).toBe(400)
    clock.advance(HOUR_MS)
    expect((await enter('yap')).status).toBe(200)
  })

  it('does not keep out the local account of the same name', async () => {
    for (let at = 0; at < 6; at++) await wrong('bakri')
    expect((await wrong('bakri')).status).toBe(429)
    expect((await attempt('bakri', PASSWORD, 'django')).status).toBe(200)
  })

  it('takes as long and does the same for every name', async () => {
    const seen: Record<string, string[]> = {}
    const spent_ms: Record<string, number> = {}
    // In turns, so that a busy machine slows all of them.
    for (let at = 0; at < 20; at++) {
      for (const username of ['sue', 'zul', 'vic', 'hantu', 'chong']) {
        const kinds: string[] = []
        const noting: KyselyPlugin = {
          transformQuery: ({ node }) => {
            kinds.push(node.kind)
            return node
          },
          transformResult: async ({ result }) => result,
        }
        const means = { log, lines: openSignInLines(), directory, secret_key: SECRET_KEY }
        const call = { db: db.withPlugin(noting), now: clock.now(), ...means }
        const from = { ip: `198.51.100.${at}`, user_agent: '', devices: [] }
        const body = { username, password: 'not this one', auth_type: 'ldap' as const }
        const started_ms = performance.now()
        await expect(signIn(call, { ...body, ...from })).rejects.toMatchObject({ problem: { whole: WRONG } })
        spent_ms[username] = (spent_ms[username] ?? 0) + performance.now() - started_ms
        seen[username] = kinds
      }
    }
    expect(new Set(Object.values(seen).map(String)).size).toBe(1)
    expect(Object.values(seen)[0]?.length).toBeGreaterThan(5)
    expect(Math.min(...Object.values(spent_ms))).toBeGreaterThan(Math.max(...Object.values(spent_ms)) / 4)
  })

  it('counts at least what a directory takes for one name as one', () => {
    for (const [one, other] of [
      ['Straße', 'STRASSE'],
      ['josé', 'Jose\u0301'],
      ['İpek', 'ipek'],
      ['a  b', 'a\u3000b'],
      ['ﬁona', 'fiona'],
    ] as const) {
      expect(folded(one)).toBe(folded(other))
    }
    expect(folded('陈')).not.toBe(folded('李'))
  })
})

it('no password is in the log or the database', async () => {
  expect(lines.length).toBeGreaterThan(5)
  const tables = ['users', 'login_records', 'audit_events', 'sessions'] as const
  const rows = await Promise.all(tables.map((table) => sql`SELECT * FROM ${sql.table(table)}`.execute(db)))
  const all = lines.join('') + JSON.stringify(rows.map((read) => read.rows))
  const holds = (text: string) => all.includes(text)
  expect(['sue', 'sue.lim@corp.example'].map(holds)).toEqual([true, true])
  const secrets = [passwordOf('sue'), passwordOf('wan'), 'not this one', PORTAL.password]
  expect(secrets.filter(holds)).toEqual([])
  // Nobody has this name; it was typed all the same.
  expect(holds('hantu')).toBe(false)
})
