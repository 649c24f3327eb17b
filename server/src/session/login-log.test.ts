import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { logins } from '#contract/logs/logins.ts'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { readingOf } from '../../test/plan.ts'
import { createWorld, PASSWORD, PUBLIC_URL, type Who, type World } from '../../test/world.ts'
import { selectSignIns } from './log-rows.ts'

type Query = Input<typeof logins.list>['query']

const list = (world: World, query: Query = {}) => world.as('devi').call(logins.list, { query })
const names = async (world: World, query: Query = {}) =>
  (await list(world, query)).body.results.map(({ user }) => user.username)
const signIn = (world: World, username: string, password = PASSWORD) =>
  world.as('nobody').call(session.login, { body: { username, password, auth_type: 'django' } })

/** Sign-ins of each of these one after the other, a minute apart up to noon of 15 July 2026. */
/** In steps: on a busy machine so many rows take longer than a statement may. */
const ROWS_AT_ONCE = 10_000

const fill = async ({ db, company }: World, who: readonly ('aminah' | 'bakri' | 'devi')[], rows: number) => {
  const ids = who.map((name) => company.users[name])
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE)
    await sql`
    INSERT INTO login_records
      (id, username, user_id, access_type, account, source, standing, outcome, ip, user_agent, at)
    SELECT gen_random_uuid(), 'typed', u.id, u.access_type, 'user', 'address', 'new',
      'succeeded', '192.0.2.' || n % 250, '', timestamptz '2026-07-15 04:00Z' - n * interval '1 minute'
    FROM generate_series(${from}::int, ${Math.min(rows, from + ROWS_AT_ONCE - 1)}::int) AS n
      JOIN users u ON u.id = (${ids}::uuid[])[1 + n % ${who.length}::int]`.execute(db)
}

describe('the log of sign-ins', async () => {
  const world = await createWorld()
  await signIn(world, 'aminah')
  world.clock.advance(60_000)
  await signIn(world, 'BAKRI@lulus.example')
  await signIn(world, 'bakri', 'not this one')
  await signIn(world, 'nobody at all')
  world.clock.advance(60_000)
  await signIn(world, 'devi')

  it('tells who came in, from where and when, the last one first; wrong tries are none', async () => {
    const { body } = await list(world)
    expect(body).toEqual({
      next: null,
      results: [
        ['devi', 'Admin', 2],
        ['bakri', 'Staff', 1],
        ['aminah', 'User', 0],
      ].map(([username, user_type, minutes]) => ({
        id: expect.any(String),
        user: { id: world.company.users[username as 'devi'], username },
        user_type,
        ip_address: '127.0.0.1',
        login_time: new Date(Date.UTC(2026, 6, 15, 4, Number(minutes))).toISOString(),
      })),
    })
  })

  it('is narrowed by person and by type', async () => {
    expect(await names(world, { user_id: world.company.users.aminah })).toEqual(['aminah'])
    expect(await names(world, { user_id: 'AKR' })).toEqual(['bakri'])
    expect(await names(world, { user_id: '%' })).toEqual([])
    const rename = (from: string, to: string) =>
      sql`UPDATE users SET username = ${to} WHERE username = ${from}`.execute(world.db)
    await rename('bakri', 'İpek.ΟΔΟΣ')
    expect(await names(world, { user_id: 'İpek.ΟΔΟΣ' })).toEqual(['İpek.ΟΔΟΣ'])
    await rename('İpek.ΟΔΟΣ', 'bakri')
    expect(await names(world, { user_type: 'Admin' })).toEqual(['devi'])
    expect(await names(world, { user_type: 'User' })).toEqual(['aminah'])
    expect(await names(world, { user_type: 'Staff', user_id: 'a' })).toEqual(['bakri'])
    expect(await names(world, { user_type: 'Staff', user_id: 'aminah' })).toEqual([])
    expect(await names(world, { user_type: 'All', start_date: '' })).toHaveLength(3)
    expect(await names(world, { branch: 'kul01' })).toEqual(['bakri', 'aminah'])
    expect(await names(world, { branch: 'KUL01', user_type: 'User' })).toEqual(['aminah'])
    expect(await names(world, { branch: 'KUL' })).toEqual([])
  })

  it('tells of people as what they were then, whatever they became', async () => {
    const make = (access_type: string) =>
      sql`UPDATE users SET access_type = ${access_type} WHERE username = 'bakri'`.execute(world.db)
    await make('user')
    const { body } = await list(world, { user_id: 'bakri' })
    expect(body.results.map(({ user_type }) => user_type)).toEqual(['Staff'])
    expect(await names(world, { user_type: 'Staff' })).toEqual(['bakri'])
    expect(await names(world, { user_type: 'User' })).toEqual(['aminah'])
    expect((await world.as('devi').call(logins.report, { query: {} })).text).toContain('bakri,Staff,')
    await make('staff')
  })

  it('is narrowed by Malaysian days, the last one included', async () => {
    const other = await createWorld()
    await signIn(other, 'aminah')
    other.clock.advance(12 * HOUR_MS - 1)
    await signIn(other, 'bakri')
    other.clock.advance(1)
    await signIn(other, 'devi')
    expect(await names(other, { end_date: '2026-07-15' })).toEqual(['bakri', 'aminah'])
    expect(await names(other, { start_date: '2026-07-16' })).toEqual(['devi'])
    expect(await names(other, { start_date: '2026-07-15', end_date: '2026-07-15' })).toHaveLength(2)
  })

  it.each([
    ['after', 'yesterday'],
    ['after', '2026-99-99T00:00:00.000Z_1'],
    ['after', '2026-07-15T04:00:00.000Z_99999999999999999999'],
    ['user_type', 'Boss'],
    ['start_date', '15/07/2026'],
  ])('refuses %s=%s, naming the field', async (field, value) => {
    const { status, body } = await world.as('devi').callWrongly(logins.list, { query: { [field]: value } })
    expect([status, body[field]]).toEqual([400, [expect.any(String)]])
  })

  it.each<Who>(['aminah', 'chong', 'key'])('is for superadmins: not for %s', async (who) => {
    expect((await world.as(who).call(logins.list, { query: {} })).status).toBe(403)
    expect((await world.as(who).call(logins.report, { query: {} })).status).toBe(403)
  })
})

describe('a long log', async () => {
  const world = await createWorld()
  await fill(world, ['aminah', 'bakri'], 2_050)
  // At one instant, so that the number alone tells them apart.
  for (let at = 0; at < 5; at += 1) await signIn(world, 'devi')

  const walk = async (query: Record<string, string>) => {
    const ids: string[] = []
    let address: string | null = `${PUBLIC_URL}${logins.list.path}?${new URLSearchParams(query)}`
    while (address !== null) {
      const { pathname, search } = new URL(address)
      const answer = await world.as('devi').send('GET', `${pathname}${search}`)
      const { results, next } = logins.list.reply.parse(answer.body)
      ids.push(...results.map(({ id }) => id))
      address = next
    }
    return ids
  }

  it('is read on by the address of the answer, each row once, with the same filters', async () => {
    const all = await walk({ page_size: '200' })
    expect([all.length, new Set(all).size]).toEqual([2_055, 2_055])
    expect(new Set(await walk({ page_size: '2', user_id: 'devi' })).size).toBe(5)
    expect(new Set(await walk({ page_size: '200', user_type: 'User' })).size).toBe(1_025)
  })

  it('goes on where it stopped, whoever signs in meanwhile', async () => {
    const first = await list(world, { page_size: 5 })
    await signIn(world, 'devi')
    const { search } = new URL(first.body.next ?? '')
    const after = new URLSearchParams(search).get('after') ?? ''
    const second = await list(world, { page_size: 5, after })
    const seen = new Set(first.body.results.map(({ id }) => id))
    expect(second.body.results.filter(({ id }) => seen.has(id))).toEqual([])
  })

  it('is saved whole, however many batches there are', async () => {
    const { headers, text } = await world
      .as('devi')
      .call(logins.report, { query: { end_date: '2026-07-15' } })
    expect(headers['content-disposition']).toContain('filename="user_login_report.csv"')
    const [head, first, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFUser Name,User Type,IP Address,Login Time (MYT)')
    expect(first).toBe('devi,Admin,127.0.0.1,2026-07-15 12:00:00')
    expect(lines.filter((line) => line.endsWith(',Staff,192.0.2.1,2026-07-15 11:59:00'))).toHaveLength(1)
    expect([lines.length, new Set(lines).size >= 2_050]).toEqual([2_055, true])
  })
})

describe('a hundred thousand sign-ins', async () => {
  const world = await createWorld()
  // Devi comes seldom, once in 2,000.
  await fill(world, [...Array(1_999).fill('aminah'), 'devi'], 100_000)
  await sql`ANALYZE login_records`.execute(world.db)
  const after = { at: new Date('2026-06-01T00:00:00Z'), nr: '1' }
  const nothing = {
    ...{ since: undefined, until: undefined, people: undefined, access_type: undefined },
    ...{ after: undefined, limit: 51 },
  }
  const { aminah, devi } = world.company.users

  it.each([
    ['from the end', nothing],
    ['from far back', { ...nothing, after }],
    ['of some days', { ...nothing, since: new Date('2026-05-20'), until: new Date('2026-05-22') }],
    ['of one type', { ...nothing, access_type: 'superadmin' }],
    ['of one person', { ...nothing, people: [devi] }],
    ['of some people', { ...nothing, people: [aminah, devi], after }],
    ['of many people', { ...nothing, people: [aminah, devi, ...Array<string>(60).fill(devi)], after }],
  ])('are read by an index %s, and hardly more of them than are shown', async (_, wanted) => {
    const { scans, read } = await readingOf(world.db, selectSignIns(wanted), 'login_records')
    for (const scan of scans) expect(scan).toMatch(/^Index (Only )?Scan/)
    expect(read).toBeLessThanOrEqual(51 * 4)
  })
})
