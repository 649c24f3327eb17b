import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { createWorld, PASSWORD, SECRET_KEY, type World } from '../../test/world.ts'
import { openLog } from '../platform/log/log.ts'
import { openSignInLines } from './line.ts'
import { signIn } from './login.ts'

const attempt = (world: World, more: object = {}) =>
  world.as('nobody').callWrongly(session.login, {
    body: { username: 'aminah', password: PASSWORD, auth_type: 'django', ...more },
  })
const wrong = (world: World, username = 'aminah') => attempt(world, { username, password: 'not this one' })
const statuses = (answers: { status: number }[]) => answers.map((answer) => answer.status)

type LoginRecord = { username: string; user_id: string | null; outcome: string; ip: string }
const records = (world: World) =>
  world.db.withTables<{ login_records: LoginRecord }>().selectFrom('login_records').selectAll().execute()

const WRONG = { kind: 'invalid_fields', whole: ['Unable to log in with the provided credentials.'] }

/** A password that was typed one field too early. */
const SLIPPED = 'sungai-golok-91-rakit'

/** Writes down what the database is asked. */
const noting = (seen: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    seen.push(node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
})

describe('signing in', async () => {
  const world = await createWorld()

  it('answers a token that works, for the username and for the e-mail address in any case', async () => {
    for (const username of ['aminah', 'AMINAH@lulus.example', ' Aminah ']) {
      const { status, body } = await attempt(world, { username })
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['token'])
      const headers = { authorization: `Token ${body.token}` }
      const profile = await world.as('nobody').call(session.profile, {}, { headers })
      expect(profile.body.username).toBe('aminah')
    }
  })

  it('answers an unknown name, a wrong password and a switched-off account with the same words', async () => {
    const users = world.db.withTables<{ users: { id: string; is_active: boolean } }>()
    await users
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', world.company.users.gita)
      .execute()
    const answers = [
      await wrong(world, 'bakri'),
      await wrong(world, 'nobody-by-this-name'),
      await attempt(world, { username: 'gita' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.non_field_errors).toEqual(['Unable to log in with the provided credentials.'])
    }
  })

  it('writes down every try, the wrong ones too, and never the password', async () => {
    const before = (await records(world)).length
    await attempt(world, { username: 'chong' })
    await wrong(world, 'Chong')
    const after = (await records(world)).slice(before)
    const { chong } = world.company.users
    expect(after).toMatchObject([
      { username: 'chong', user_id: chong, outcome: 'succeeded', ip: '127.0.0.1' },
      { username: 'chong', user_id: chong, outcome: 'failed', ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(after)).not.toContain('not this one')
  })

  it('keeps nothing of what is typed as a name that nobody has: it may be a password', async () => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const { db, clock } = world
    const call = { db, now: clock.now(), log, lines: openSignInLines(), directory: undefined }
    const from = { ip: '198.51.100.77', user_agent: '', devices: [], auth_type: 'django' as const }
    const typed = [SLIPPED, 'other-slip-of-somebody', SLIPPED.toUpperCase(), 'bakri']
    for (const username of typed) {
      const body = { username, password: 'not this one' }
      await expect(signIn({ ...call, secret_key: SECRET_KEY }, { ...body, ...from })).rejects.toMatchObject({
        problem: WRONG,
      })
    }
    const { rows } = await sql<{ row: string; account: string }>`
      SELECT row_to_json(l)::text AS row, account FROM login_records l
      WHERE ip = ${from.ip} ORDER BY nr`.execute(db)
    const kept = lines.join('') + rows.map(({ row }) => row).join('')
    for (const text of typed.slice(0, 3)) expect(kept.toLowerCase()).not.toContain(text.toLowerCase())
    // The operator sees that a name comes again, and which one it is where somebody has it.
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in failed')
    expect(told.map(({ account, username }) => [account, username])).toEqual(
      rows.map(({ account }, at) => [account, at === 3 ? 'bakri' : undefined]),
    )
    expect(rows.map(({ account }) => account)).toEqual([
      ...[rows[2]?.account, expect.stringMatching(/^name [\w-]{43}$/), expect.stringMatching(/^name /)],
      `user ${world.company.users.bakri}`,
    ])
    expect(new Set(rows.map(({ account }) => account)).size).toBe(3)
  })

  it('says that no directory is configured', async () => {
    const { status, body } = await attempt(world, { auth_type: 'ldap' })
    expect(status).toBe(400)
    expect(body.non_field_errors?.[0]).toMatch('Directory sign-in is not configured.')
  })

  it('names the fields that are missing or wrong', async () => {
    const { status, body } = await world
      .as('nobody')
      .callWrongly(session.login, { body: { username: '', auth_type: 'magic' } })
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['username', 'password', 'auth_type']))
  })

  it('answers names of any characters like unknown ones', async () => {
    for (const username of ['aminah\0', 'a\0b', '\ud800', '%_\\', 'x'.repeat(320)]) {
      expect((await wrong(world, username)).status).toBe(400)
    }
  })

  it('takes as long and does the same for unknown names as for known ones', async () => {
    const seen: Record<string, string[]> = {}
    const spent_ms: Record<string, number> = {}
    // In turns, so that a busy machine slows all of them.
    for (let at = 0; at < 4; at++) {
      for (const username of ['ezra', 'ezra@lulus.example', 'hantu', 'hantu@lulus.example']) {
        seen[username] = []
        const db = world.db.withPlugin(noting(seen[username]))
        const call = {
          db,
          now: world.clock.now(),
          log: world.log,
          lines: openSignInLines(),
          directory: undefined,
          secret_key: SECRET_KEY,
        }
        const from = { ip: `198.51.100.${at}`, user_agent: '', devices: [] }
        const started_ms = performance.now()
        const body = { username, password: 'not this one', auth_type: 'django' as const }
        await expect(signIn(call, { ...body, ...from })).rejects.toMatchObject({ problem: WRONG })
        spent_ms[username] = (spent_ms[username] ?? 0) + performance.now() - started_ms
      }
    }
    expect(new Set(Object.values(seen).map(String)).size).toBe(1)
    expect(Object.values(seen)[0]?.length).toBeGreaterThan(5)
    expect(Math.min(...Object.values(spent_ms))).toBeGreaterThan(Math.max(...Object.values(spent_ms)) / 4)
  })

  it('takes no body larger than a sign-in needs', async () => {
    expect((await attempt(world, { password: 'x'.repeat(20_000) })).status).toBe(413)
  })
})

describe('guessing', () => {
  it('has to wait after five wrong tries, with the right password too, and longer after each further one', async () => {
    const world = await createWorld()
    for (let i = 0; i < 5; i++) expect((await wrong(world)).status).toBe(400)
    const slowed = await attempt(world)
    expect(slowed.status).toBe(429)
    expect(slowed.headers['retry-after']).toBe('30')
    expect(slowed.body.code).toBe('too_many')

    world.clock.advance(30_000)
    expect((await wrong(world)).status).toBe(400)
    expect((await attempt(world)).headers['retry-after']).toBe('60')
    world.clock.advance(60_000)
    expect((await attempt(world)).status).toBe(200)
    world.clock.advance(1)
    expect((await wrong(world)).status).toBe(400)
    expect((await attempt(world)).status).toBe(200)
  })

  it('of a name that does not exist is slowed down all the same', async () => {
    const world = await createWorld()
    for (let i = 0; i < 5; i++) await wrong(world, 'hantu')
    expect((await wrong(world, 'HANTU')).status).toBe(429)
  })

  it('many times at once is counted like one after the other', async () => {
    const world = await createWorld()
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong(world)))
    expect(statuses(answers).filter((status) => status === 400)).toHaveLength(5)
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(7)
  })

  it('is forgotten after a quarter of an hour', async () => {
    const world = await createWorld()
    for (let i = 0; i < 5; i++) await wrong(world)
    world.clock.advance(15 * MINUTE_MS)
    for (let i = 0; i < 5; i++) expect((await wrong(world)).status).toBe(400)
  })
})
