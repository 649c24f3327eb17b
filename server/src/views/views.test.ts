import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { VIEW_SEARCH_CHARS_MAX, VIEWS_MAX, VIEWS_OF_LIST_MAX, views } from '#contract/people/views.ts'
import { NEW_USER, newNames } from '../../test/calls/cases.ts'
import { clientOf } from '../../test/client.ts'
import { createWorld, NOON, type Who } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createUser } from '../users/create.ts'

const world = await createWorld()
const VIEW = { list: 'invoices', name: 'Refused in Penang', search: '?tab=Invalid&sender_store_code=PEN01' }

const save = (given: object = {}, who: Who = 'aminah') =>
  world.as(who).callWrongly(views.create, { body: { ...VIEW, ...given } })
const change = (id: string, body: object, who: Who = 'aminah') =>
  world.as(who).callWrongly(views.update, { params: { id }, body })
const remove = (id: string, who: Who = 'aminah') => world.as(who).call(views.remove, { params: { id } })
const kept = async (who: Who = 'aminah') => (await world.as(who).call(views.list, {})).body.views
const forget = () => sql`DELETE FROM saved_views`.execute(world.db)

describe('a view', () => {
  it('is kept for whoever made it, by name, and for nobody else', async () => {
    const { status, body } = await save()
    expect([status, body]).toEqual([201, { ...VIEW, id: expect.any(String) }])
    const earlier = await save({ list: 'customers', name: 'Companies', search: '' })
    expect(await kept()).toEqual([earlier.body, body])
    expect(await kept('devi')).toEqual([])
  })

  it('is renamed, or shows something else', async () => {
    const [, { id }] = (await kept()) as [object, { id: string }] // of the test before
    expect(await change(id, { name: 'Penang' })).toMatchObject({
      status: 200,
      body: { ...VIEW, name: 'Penang' },
    })
    const now = await change(id, { search: '?tab=Validated' })
    expect(now.body).toEqual({ id, list: 'invoices', name: 'Penang', search: '?tab=Validated' })
    expect(await kept()).toContainEqual(now.body)
  })

  it('of somebody else does not exist', async () => {
    const { body } = await save({ name: 'Mine' })
    for (const who of ['devi', 'ezra'] as const) {
      expect((await change(body.id, { name: 'Hers' }, who)).status).toBe(404)
      expect((await remove(body.id, who)).status).toBe(404)
    }
    expect(await kept()).toContainEqual(body)
  })

  it('is deleted once, and may be made again', async () => {
    const { body } = await save({ name: 'Once' })
    const both = await Promise.all([remove(body.id), remove(body.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await save({ name: 'Once' })).status).toBe(201)
  })

  it('has a name that no other one of its list has', async () => {
    await save({ name: 'Taken' })
    const { body } = await save({ name: 'Free' })
    const refused = { status: 409, body: { code: 'view_exists' } }
    expect(await save({ name: ' Taken ' })).toMatchObject(refused)
    expect(await change(body.id, { name: 'Taken' })).toMatchObject(refused)
    expect((await change(body.id, { name: 'Free' })).status).toBe(200)
    expect((await save({ name: 'Taken', list: 'pending' })).status).toBe(201)
    expect((await save({ name: 'Taken' }, 'devi')).status).toBe(201)
    const twins = await Promise.all([1, 2, 3].map(() => save({ name: 'Twin' })))
    expect(twins.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('what is kept', () => {
  it.each(['', '?tab=All', "?buyer_name=50%25+%26+co&search=a'b(c)*~!", '?date_start=2026-11-01&status=A,B'])(
    'is what stands behind an address: %j',
    async (search) => {
      await forget()
      expect((await save({ search })).status).toBe(201)
    },
  )

  it.each([
    ...['tab=All', '//elsewhere.example', 'https://elsewhere.example/?tab=All', '?', '?tab', '?=All', '#top'],
    ...['?tab=All#top', '?tab=a b', '?tab="><script>', '?__proto__=x?', '?Tab=All', '?tab=All&', '?tab=\\x'],
    `?search=${'x'.repeat(VIEW_SEARCH_CHARS_MAX)}`,
  ])('is nothing else: %j', async (search) => {
    const { status, body } = await save({ search })
    expect([status, body.search]).toEqual([400, [expect.any(String)]])
  })

  it.each([
    [{ name: ' ' }, 'name', 'Please enter a name.'],
    [{ name: 'x'.repeat(61) }, 'name', 'At most 60 characters are allowed.'],
    [{ list: 'nonsense' }, 'list', 'There is no such list.'],
    [{ user_id: 'x' }, 'user_id', expect.any(String)],
  ])('is refused with %o, naming the field', async (given, field, message) => {
    const { status, body } = await save(given)
    expect([status, body[field]]).toEqual([400, [message]])
  })

  it('is bounded, of one list and of all, also when many are kept at once', async () => {
    await forget()
    const fill = (list: string, many: number) =>
      sql`
      INSERT INTO saved_views (user_id, list, name, search, created_at, modified_at)
      SELECT ${world.company.users.aminah}, ${list}, 'View ' || n, '', now(), now()
      FROM generate_series(1, ${many}::int) AS n`.execute(world.db)
    await fill('invoices', VIEWS_OF_LIST_MAX - 1)
    const two = await Promise.all([save({ name: 'One more' }), save({ name: 'Another' })])
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await save({ name: 'Too many' })).toMatchObject({
      status: 409,
      body: {
        code: 'views_full',
        detail: 'You keep 50 views of this list; no more fit. Delete one first.',
      },
    })
    expect((await save({ list: 'pending' })).status).toBe(201)
    for (const list of ['items', 'customers', 'users']) await fill(list, VIEWS_OF_LIST_MAX - 1)
    await fill('rules', VIEWS_MAX - VIEWS_OF_LIST_MAX - 1 - 3 * (VIEWS_OF_LIST_MAX - 1))
    expect(await kept()).toHaveLength(VIEWS_MAX)
    expect(await save({ list: 'pending', name: 'Too many' })).toMatchObject({
      body: { code: 'views_full', detail: 'You keep 200 views; no more fit. Delete one first.' },
    })
  })

  it('goes with the person', async () => {
    const user = { ...NEW_USER, ...newNames(), password_hash: null }
    const id = await inTransaction(world.db, (tx) => createUser(tx, user, NOON))
    const own = clientOf(world.app, () => world.tokenHeader(id))
    expect((await own.callWrongly(views.create, { body: VIEW })).status).toBe(201)
    await sql`DELETE FROM sessions WHERE user_id = ${id}`.execute(world.db)
    await sql`DELETE FROM users WHERE id = ${id}`.execute(world.db)
    expect((await sql`SELECT FROM saved_views WHERE user_id = ${id}`.execute(world.db)).rows).toEqual([])
  })
})
