import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { customers } from '#contract/customers.ts'
import type { Input } from '#contract/endpoint.ts'
import { entities } from '#contract/entities.ts'
import { activityLog } from '#contract/logs/activity-log.ts'
import { auditLog } from '#contract/logs/audit-log.ts'
import { session } from '#contract/people/session.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { readingOf } from '../../test/plan.ts'
import { createWorld, NOON, PASSWORD, PUBLIC_URL, type Who, type World } from '../../test/world.ts'
import { recordAdminCall } from '../audit/admin-calls.ts'
import { selectCalls } from './call-rows.ts'

type Query = Input<typeof activityLog.list>['query']

const list = async (world: World, query: Query = {}) =>
  (await world.as('devi').call(activityLog.list, { query })).body.results

/** Calls by Devi, and by Aminah every 2,000th; five at each instant, the newest at noon of 15 July 2026. */
const fill = ({ db, company }: World, rows: number) =>
  sql`
  INSERT INTO admin_calls (at, actor_id, actor_name, method, path, ip, admitted)
  SELECT timestamptz '2026-07-15 04:00Z' - n / 5 * interval '1 minute',
    CASE WHEN n % 2000 = 0 THEN ${company.users.aminah}::uuid ELSE ${company.users.devi}::uuid END,
    '=somebody', CASE WHEN n % 4000 = 1 THEN 'DELETE' ELSE 'GET' END, '/calls/' || n, '192.0.2.7', n % 2 = 0
  FROM generate_series(0, ${rows}::int - 1) AS n`.execute(db)

describe('every call of administration', async () => {
  const world = await createWorld()
  beforeEach(() => sql`DELETE FROM admin_calls`.execute(world.db))
  const told = async () =>
    (
      await sql<Record<string, unknown>>`
        SELECT actor_name, method, path, ip, admitted FROM admin_calls ORDER BY nr`.execute(world.db)
    ).rows

  const administration = allEndpoints.filter(
    ({ access, administers }) => access.kind === 'superadmin' || administers,
  )
  const callers: [Who, string, boolean][] = [
    ['devi', 'devi@lulus.example', true],
    ['aminah', 'aminah@lulus.example', false],
    ['key', 'Till of the Kuala Lumpur shop (API key)', false],
  ]
  it.each(administration.map((endpoint) => [endpoint.id, endpoint] as const))(
    'is told of %s, of those who are turned away too',
    async (_, { method, path, by_itself }) => {
      const address = path.replaceAll(/:\w+/g, 'x')
      for (const [who] of callers) await world.as(who).send(method, `${address}?secret=1`, {})
      await world.as('nobody').send(method, address, {})
      // What a superadmin's screens ask by themselves is no act of a person; by whom else it is asked, it is one.
      const acts = callers.filter(([, , admitted]) => !(by_itself && admitted))
      expect(await told()).toEqual(
        acts.map(([, actor_name, admitted]) => ({
          ...{ actor_name, method, path: address, ip: '127.0.0.1', admitted },
        })),
      )
    },
  )

  it('is told but for the few reads that screens make by themselves', () => {
    const unasked = administration.filter(({ by_itself }) => by_itself)
    expect(unasked.map(({ id, method }) => [id, method])).toEqual([
      ['chain.verification', 'GET'],
      ['entities.warnings', 'GET'],
    ])
  })

  it('is told too where it changes mappings or rules, or takes a request back', () => {
    const writes = allEndpoints.filter(
      ({ access, method, changes = [] }) =>
        access.kind === 'anyOf' &&
        access.flags.includes('can_perform_mapping') &&
        method !== 'GET' &&
        changes.length > 0,
    )
    expect(writes.map(({ id }) => id).toSorted()).toEqual([
      'changeRequests.withdraw',
      ...['mappings.create', 'mappings.remove', 'mappings.update'],
      ...['rules.ask', 'rules.create', 'rules.remove', 'rules.update'],
    ])
    expect(writes.filter((one) => !one.administers)).toEqual([])
  })

  it('is told, and no other call', async () => {
    expect(administration.length).toBeGreaterThan(15)
    await world.as('devi').call(session.profile, {})
    await world.as('devi').call(customers.list, { query: {} })
    await world.as('nobody').call(session.login, {
      body: { username: 'devi', password: PASSWORD, auth_type: 'django' },
    })
    expect(await told()).toEqual([])
  })

  it('is not made where it cannot be told', async () => {
    const call = { params: { id: world.company.entities.kinabalu }, body: { city: 'Kota Belud' } }
    await sql`ALTER TABLE admin_calls ADD CONSTRAINT closed CHECK (false) NOT VALID`.execute(world.db)
    const refused = await world.as('devi').callWrongly(entities.update, call)
    expect([refused.status, refused.body.code]).toEqual([503, 'not_recorded'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await sql`ALTER TABLE admin_calls DROP CONSTRAINT closed`.execute(world.db)
    const { body } = await world.as('devi').call(entities.get, { params: call.params })
    expect(body.city).not.toBe('Kota Belud')
    expect((await world.as('devi').call(entities.update, call)).body.city).toBe('Kota Belud')
  })

  it('is told with a path of a bounded length', async () => {
    const knock = {
      endpoint: entities.get,
      caller: await world.callerOf('devi'),
      admitted: true,
      method: 'GET',
    }
    const path = `/${'x'.repeat(5_000)}`
    await recordAdminCall({ db: world.db, now: NOON }, { ...knock, path, address: '192.0.2.7' })
    expect(await told()).toMatchObject([{ path: path.slice(0, 500) }])
  })
})

describe('the log of calls', async () => {
  const world = await createWorld()
  const id = world.company.entities.kinabalu
  await world.as('aminah').call(entities.get, { params: { id } })
  world.clock.advance(12 * HOUR_MS - 1)
  await world.as('devi').call(entities.update, { params: { id }, body: { city: 'Tuaran' } })
  world.clock.advance(1)
  await world.as('devi').call(entities.get, { params: { id } })
  const own = (path: string) => path !== activityLog.list.path
  const calls = async (query: Query = {}) =>
    (await list(world, query))
      .filter(({ endpoint }) => own(endpoint))
      .map(({ user, action }) => `${user.split('@')[0]} ${action}`)

  it('tells who called what, from where and when, the last call first', async () => {
    const [reading, last] = await list(world)
    expect(reading).toMatchObject({ endpoint: activityLog.list.path, user: 'devi@lulus.example' })
    expect(last).toEqual({
      ...{ id: expect.any(String), user: 'devi@lulus.example', action: 'GET', ip_address: '127.0.0.1' },
      endpoint: entities.get.path.replace(':id', id),
      ...{ timestamp: '2026-07-15T16:00:00.000Z', admitted: true },
    })
    expect((await list(world, { user: 'aminah' })).map(({ admitted }) => admitted)).toEqual([false])
  })

  it.each<[Query, string[]]>([
    [{}, ['devi GET', 'devi PATCH', 'aminah GET']],
    [{ action: 'All', user: '' }, ['devi GET', 'devi PATCH', 'aminah GET']],
    [{ action: 'GET' }, ['devi GET', 'aminah GET']],
    [{ action: 'PATCH' }, ['devi PATCH']],
    [{ action: 'DELETE' }, []],
    [{ user: 'Krishnan', action: 'PATCH' }, ['devi PATCH']],
    [{ user: world.company.users.aminah }, ['aminah GET']],
    [{ user: '%' }, []],
    [{ end_date: '2026-07-15' }, ['devi PATCH', 'aminah GET']],
    [{ start_date: '2026-07-16' }, ['devi GET']],
    [{ start_date: '2026-07-15', end_date: '2026-07-15' }, ['devi PATCH', 'aminah GET']],
  ])('is narrowed by %j', async (query, expected) => {
    expect(entities.update.method).toBe('PATCH')
    expect(await calls(query)).toEqual(expected)
  })

  it('is found by a name as it stands there, whoever bears another one today', async () => {
    const other = await createWorld()
    await other.as('key').call(entities.get, { params: { id: other.company.entities.kinabalu } })
    await other.as('aminah').call(entities.get, { params: { id: other.company.entities.kinabalu } })
    await sql`UPDATE users SET email = 'aminah.yusof@rimba.example', username = 'ay', first_name = 'A'
      WHERE id = ${other.company.users.aminah}`.execute(other.db)
    for (const user of ['Till of the Kuala Lumpur shop (API key)', 'Aminah@lulus.example']) {
      const found = await list(other, { user })
      expect(found.map((one) => one.user.toLowerCase())).toEqual([user.toLowerCase()])
    }
  })

  it.each([
    ['after', 'yesterday'],
    ['action', 'LOOK'],
    ['end_date', '15/07/2026'],
    ['user', 'x'.repeat(300)],
  ])('refuses %s=%s, naming the field', async (field, value) => {
    const { status, body } = await world
      .as('devi')
      .callWrongly(activityLog.list, { query: { [field]: value } })
    expect([status, body[field]]).toEqual([400, [expect.any(String)]])
  })

  it.each<Who>(['aminah', 'chong', 'key'])('is for superadmins: not for %s', async (who) => {
    expect((await world.as(who).call(activityLog.list, { query: {} })).status).toBe(403)
    expect((await world.as(who).call(activityLog.report, { query: {} })).status).toBe(403)
  })

  it('is read, and taken away, under the eyes of the log of changes', async () => {
    await list(world, { action: 'PUT' })
    await list(world, { after: '2200-12-31T00:00:00.000Z_1' })
    await world.as('devi').call(activityLog.report, { query: { user: 'bakri' } })
    const target = 'log:admin-activity-logs'
    const { body } = await world.as('devi').call(auditLog.list, { query: { target, page_size: 3 } })
    expect(body.results.map(({ action, new_value }) => `${action} ${new_value}`)).toEqual([
      'EXPORT user: bakri',
      'READ after: 2200-12-31T00:00:00.000Z_1',
      'READ action: PUT',
    ])
  })
})

describe('a long log of calls', async () => {
  const world = await createWorld()
  await fill(world, 20_000)
  await sql`ANALYZE admin_calls`.execute(world.db)
  const { aminah, devi } = world.company.users

  it('is saved whole, and runs no formula', async () => {
    const { headers, text } = await world
      .as('devi')
      .call(activityLog.report, { query: { end_date: '2026-07-15' } })
    expect(headers['content-disposition']).toContain('filename="admin_activity_logs.csv"')
    const [head, own, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFUser,Action,Endpoint,IP Address,Timestamp (MYT),Admitted')
    expect(own).toBe(`devi@lulus.example,GET,${activityLog.report.path},127.0.0.1,2026-07-15 12:00:00,Yes`)
    expect([lines.length, new Set(lines).size]).toEqual([20_000, 20_000])
    expect(lines.filter((line) => !line.startsWith("'=somebody,"))).toEqual([])
  })

  it('is read on by the address of the answer, each row once, though many are of one instant', async () => {
    const ids: string[] = []
    let address: string | null = `${PUBLIC_URL}${activityLog.list.path}?page_size=3&user=aminah`
    while (address !== null) {
      const { pathname, search } = new URL(address)
      const answer = await world.as('devi').send('GET', `${pathname}${search}`)
      const { results, next } = activityLog.list.reply.parse(answer.body)
      ids.push(...results.map(({ id }) => id))
      address = next
    }
    expect([ids.length, new Set(ids).size]).toEqual([10, 10])
  })

  const nothing = { since: undefined, until: undefined, after: undefined, limit: 51 }
  const of = (ids: string[], name = 'nobody') => ({ ids, name })
  const month = { since: new Date('2026-07-13'), until: new Date('2026-07-14') }
  it.each([
    ['from its end', { ...nothing, actors: undefined, method: undefined }],
    ['of some days', { ...nothing, ...month, actors: undefined, method: undefined }],
    ['of one who calls seldom', { ...nothing, actors: of([aminah]), method: undefined }],
    ['of some people in a month', { ...nothing, ...month, actors: of([aminah, devi]), method: undefined }],
    ['of a name that nobody bears', { ...nothing, actors: of([], 'lulus'), method: undefined }],
    ['of a name of old', { ...nothing, actors: of([aminah], '=somebody'), method: undefined }],
    [
      'of a name that is still borne',
      { ...nothing, actors: of([aminah, devi], '=somebody'), method: undefined },
    ],
    ['of a seldom method', { ...nothing, actors: undefined, method: 'DELETE' }],
  ])('is read by an index %s, and hardly more of it than is shown', async (_, wanted) => {
    const { scans, read } = await readingOf(world.db, selectCalls(wanted), 'admin_calls')
    for (const scan of scans) expect(scan).toMatch(/^(Index (Only )?|Bitmap Heap )Scan/)
    expect(read).toBeLessThanOrEqual(51 * 4)
  })
})
