import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#contract/entities.ts'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { openEmpty, tokenOf } from '../../test/empty.ts'
import { NOON, PASSWORD, UNREACHABLE } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { admitFromDirectory } from '../users/admit.ts'

describe('the link of the first start', () => {
  it('is kept as a hash alone, and works beside that of another process until somebody is there', async () => {
    const empty = await openEmpty()
    const first = tokenOf(await empty.start())
    expect(first).toMatch(/^[\w-]{43}$/)
    const { rows } = await sql<{ row: string }>`SELECT l::text AS row FROM set_up_links l`.execute(empty.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(first)
    expect(await empty.works(first)).toBe(true)
    const second = tokenOf(await empty.start())
    expect([await empty.works(first), await empty.works(second)]).toEqual([true, true])
    expect((await empty.complete(first)).status).toBe(201)
    expect(await empty.complete(second)).toMatchObject({ status: 409, body: { code: 'set_up_done' } })
  })

  it.each([true, false])('tells whether a simulator runs, with which a company begins: %s', async (runs) => {
    const empty = await openEmpty({ has_simulator: runs })
    const token = tokenOf(await empty.start())
    expect(await empty.check(token)).toEqual({ works: true, has_simulator: runs })
    await empty.complete(token)
    const admin = await empty.signIn()
    expect((await admin.call(entities.list, {})).body.has_simulator).toBe(runs)
  })

  it('ends after 24 hours', async () => {
    const empty = await openEmpty()
    const token = tokenOf(await empty.start())
    empty.clock.advance(24 * HOUR_MS - 1)
    expect(await empty.works(token)).toBe(true)
    empty.clock.advance(1)
    expect(await empty.works(token)).toBe(false)
    expect(await empty.complete(token)).toMatchObject({
      status: 409,
      body: {
        detail: 'This set-up link does not work. Start Lulus anew: the console then prints another one.',
      },
    })
  })

  it('does not open for whoever has no link', async () => {
    const empty = await openEmpty()
    await empty.start()
    expect(await empty.works('x')).toBe(false)
    expect(await empty.complete('x')).toMatchObject({ status: 409, body: { code: 'set_up_link_dead' } })
    expect(await empty.count('users')).toBe(0)
  })

  it('is not opened once there is a superadmin, and an open one is dead', async () => {
    const empty = await openEmpty()
    const token = tokenOf(await empty.start())
    await sql`INSERT INTO users (username, email, access_type, created_at, is_active)
      VALUES ('a', 'a@b.example', 'superadmin', now(), false)`.execute(empty.db)
    expect(await empty.works(token)).toBe(false)
    expect(await empty.complete(token)).toMatchObject({ status: 409, body: { code: 'set_up_done' } })
    expect(await empty.start()).toBeUndefined()
    expect(await empty.count('sender_entities')).toBe(0)
  })

  it('outlives people of the directory who came before the set-up', async () => {
    const empty = await openEmpty()
    const token = tokenOf(await empty.start())
    const stranger = {
      directory_id: '1',
      username: 'Nurul',
      email: 'n@corp.example',
      first_name: 'N',
      last_name: '',
    }
    await inTransaction(empty.db, (tx) =>
      admitFromDirectory(tx, { ...stranger, groups: { held: [], decided: [] } }, NOON),
    )
    expect(await empty.start()).toBeDefined()
    const again = tokenOf(await empty.start())
    expect([await empty.works(token), await empty.works(again)]).toEqual([true, true])
    // Names are theirs all the same.
    expect(await empty.complete(again)).toMatchObject({
      status: 400,
      body: { username: ['Another account has this username.'] },
    })
    expect((await empty.complete(again, { username: 'idris' })).status).toBe(201)
  })
})

describe('the set-up', () => {
  it('makes a superadmin, a company that can send, a department and the first groups', async () => {
    const empty = await openEmpty()
    const token = tokenOf(await empty.start())
    expect(await empty.complete(token)).toMatchObject({
      status: 201,
      body: { username: 'nurul', company: 'Rimba Sdn Bhd' },
    })
    const nurul = await empty.signIn()
    const profile = await nurul.call(session.profile, {})
    expect(profile.body).toMatchObject({
      access_type: 'superadmin',
      store_code: [{ code: 'HQ', name: 'Head office' }],
    })
    const { body } = await nurul.call(entities.list, {})
    expect(body.entities).toMatchObject([{ name: 'Rimba Sdn Bhd', environment: 'simulator', obstacle: '' }])
    expect(body.entities[0]?.entity_code).toMatch(/^[1-9]\d{15}$/)
    expect(await empty.count('groups')).toBe(4)
    expect(await empty.works(token)).toBe(false)
    expect(await empty.complete(token)).toMatchObject({ status: 409, body: { code: 'set_up_done' } })
  })

  it('is told in the audit log as done by Lulus itself, without a secret', async () => {
    const empty = await openEmpty()
    const secret = { environment: 'preprod', client_id: 'the-id-4711', client_secret: 'the-secret-4711' }
    await empty.complete(tokenOf(await empty.start()), secret)
    const { rows } = await sql<{ kind: string; who: string; company: boolean }>`
      SELECT DISTINCT target_kind AS kind, actor_name AS who, sender_entity_id IS NOT NULL AS company
      FROM audit_events WHERE action = 'create' ORDER BY 1`.execute(empty.db)
    expect(rows).toEqual([
      { kind: 'entity', who: 'Lulus', company: true },
      { kind: 'group', who: 'Lulus', company: false },
      { kind: 'store_code', who: 'Lulus', company: true },
      { kind: 'user', who: 'Lulus', company: false },
    ])
    const told = await sql<{ row: string }>`SELECT a::text AS row FROM audit_events a`.execute(empty.db)
    const text = told.rows.map(({ row }) => row).join('\n')
    expect(text).toContain('set for preprod')
    for (const word of ['the-id-4711', 'the-secret-4711', PASSWORD]) expect(text).not.toContain(word)
    const { body } = await (await empty.signIn()).call(entities.list, {})
    expect(body.entities[0]?.obstacle).toMatch(/certificate/i)
  })

  it('of many at once makes one', async () => {
    const empty = await openEmpty()
    const token = tokenOf(await empty.start())
    const answers = await Promise.all(Array.from({ length: 6 }, () => empty.complete(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect([await empty.count('users'), await empty.count('sender_entities')]).toEqual([1, 1])
  })

  it('is complete while the simulator is down; the company says what it lacks', async () => {
    const empty = await openEmpty({ simulator_url: UNREACHABLE })
    expect((await empty.complete(tokenOf(await empty.start()))).status).toBe(201)
    const { body } = await (await empty.signIn()).call(entities.list, {})
    expect(body.entities[0]?.obstacle).not.toBe('')
  })
})

describe('a set-up that is not right yet', () => {
  let empty: Awaited<ReturnType<typeof openEmpty>>
  let token: string
  beforeAll(async () => {
    empty = await openEmpty()
    token = tokenOf(await empty.start())
  })

  it.each([
    ['new_password', 'short', 'Please use at least 12 characters.'],
    ['username', 'a b', /^Please use letters/],
    ['username', 'nurul@rimba.example', 'Please enter a username without @.'],
    ['account_email', 'nobody', 'Please enter your e-mail address.'],
    ['store_code', 'K L', 'Please enter a code of up to 20 letters, digits and hyphens.'],
    ['store_name', ' ', 'Please enter the name of the department.'],
    ['tin_no', 'X', /./],
    ['identity_number', '', /./],
    ['msic_code', '99999', /./],
    ['address1', '', /./],
    ['client_secret', 'x', undefined],
  ] as const)('refuses %s %j at its field', async (field, value, words) => {
    const { status, body } = await empty.complete(token, { [field]: value })
    expect(status).toBe(400)
    const told = field === 'client_secret' ? 'client_id' : field
    expect(body).toMatchObject({
      [told]: [words === undefined ? 'Please enter the client id.' : expect.stringMatching(words)],
    })
    expect(await empty.count('users')).toBe(0)
  })

  it('may be tried again with the same link after all that', async () => {
    expect((await empty.complete(token)).status).toBe(201)
  })
})
