import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CUSTOMER_SORT_KEYS, CustomerRow, customers } from '#contract/customers.ts'
import type { Input } from '#contract/endpoint.ts'
import { tins } from '#contract/tins.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildCustomer } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'

const world = await createWorld({ simulator: true })
const { selat } = world.company.entities
const NAMES = ['Ayer Keroh Optik', 'batu Pahat Motor', 'Cukai & Co', 'Dungun Kraf']
for (const [at, name] of NAMES.entries()) {
  await buildCustomer(world, {
    name,
    identity_type: at === 3 ? 'NRIC' : 'BRN',
    identity_number: at === 3 ? '770625015324' : `20140101234${at}`,
    city: ['Melaka', 'Batu Pahat', '=cmd|calc', 'Dungun'][at] ?? '',
  })
}
await buildCustomer(world, { name: 'Orang Ramai', identity_type: 'NA', identity_number: 'NA' })
await buildCustomer(world, { name: 'Johor Sauce Shop', sender_entity_id: selat })

type Query = Input<typeof customers.list>['query']
const list = async (query: Query = {}, who: Who = 'aminah') => {
  const { status, body } = await world.as(who).call(customers.list, { query })
  expect(status).toBe(200)
  return body
}
const names = async (query: Query = {}, who: Who = 'aminah') =>
  (await list(query, who)).results.map(({ name }) => name)

describe('the list of customers', () => {
  it('is that of one’s own companies, by name whatever its case', async () => {
    expect(await names()).toEqual([...NAMES, 'Orang Ramai'])
    expect(await names({}, 'chong')).toEqual(['Johor Sauce Shop'])
  })

  it('comes in pages with their neighbours', async () => {
    const page = await list({ page: 2, page_size: 2, order: 'desc' })
    expect(page).toMatchObject({ count: 5, next: expect.stringContaining('page=3') })
    expect(page.results.map(({ name }) => name)).toEqual(['Cukai & Co', 'batu Pahat Motor'])
    expect(await list({ page: 9 })).toMatchObject({ count: 5, results: [] })
  })

  it.each([
    [{ name: 'PAHAT' }, ['batu Pahat Motor']],
    [{ identity_number: '62501' }, ['Dungun Kraf']],
    [{ identity_number: '770625-01-5324' }, ['Dungun Kraf']],
    [{ identity_type: 'NA' }, ['Orang Ramai']],
    [{ identity_type: 'na' }, ['Orang Ramai']],
    [{ identity_type: 'BRN', name: 'o' }, ['Ayer Keroh Optik', 'batu Pahat Motor', 'Cukai & Co']],
    [{ name: '%' }, []],
    [{ name: '', identity_number: '', identity_type: '' }, [...NAMES, 'Orang Ramai']],
    [{ name: '1401012340' }, []],
  ])('is narrowed by %j', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  it.each(CUSTOMER_SORT_KEYS)('is sorted by %s both ways', async (key) => {
    const values = async (order: 'asc' | 'desc') =>
      (await list({ sort_by: key, order })).results.map((row) => row[key].toLowerCase())
    const up = await values('asc')
    expect(new Set(up).size).toBeGreaterThan(0)
    expect(await values('desc')).toEqual(up.toReversed())
  })

  it('refuses what it cannot be sorted by', async () => {
    const { status, body } = await world
      .as('aminah')
      .callWrongly(customers.list, { query: { sort_by: 'id' } })
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['sort_by'])])
  })

  it('says what the authority last said of a TIN, while that holds, and asks nobody', async () => {
    const rowOf = async (name: string) => CustomerRow.parse((await list({ name })).results[0])
    const answerOf = async (name: string) => (await rowOf(name)).tin_answer
    expect(await answerOf('Dungun')).toEqual({ answer: 'not_checked', checked_at: null })
    const { tin_no, identity_number, sender_entity_id } = await rowOf('Dungun')
    const pair = { tin: tin_no, id_type: 'NRIC', id_value: identity_number, sender_entity_id }
    const asked = await world.as('aminah').call(tins.validate, { query: pair })
    expect(asked.body.answer).toBe('matches')
    expect(await answerOf('Dungun')).toEqual({ answer: 'matches', checked_at: asked.body.checked_at })
    expect(await answerOf('Cukai')).toEqual({ answer: 'not_checked', checked_at: null })
    world.clock.advance(30 * DAY_MS)
    expect(await answerOf('Dungun')).toEqual({ answer: 'not_checked', checked_at: null })
  })
})

describe('the report', () => {
  const report = (query: Input<typeof customers.report>['query'] = {}, who: Who = 'aminah') =>
    world.as(who).call(customers.report, { query })

  it('has the specified columns and name, and every customer that matches', async () => {
    const { headers, text } = await report({ identity_type: 'BRN' })
    const day = malaysianDate(world.clock.now()).replaceAll('-', '')
    expect(headers['content-disposition']).toContain(`filename="customers_${day}.csv"`)
    const [head, ...lines] = text.trimEnd().split('\r\n')
    const specified = '\uFEFFName,Entity Code,TIN,Identity Type,Identity Number,Email,City,Contact Number'
    const others = 'Address Line 1,Address Line 2,Address Line 3,Postcode,State,Country,SST Number,'
    expect(head).toContain(`${specified},${others}`)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(
      /^Ayer Keroh Optik,\d{16},C25845632020,BRN,201401012340,akaun@pelanggan.example,Melaka,/,
    )
  })

  it('runs nothing in a spreadsheet', async () => {
    expect((await report({ name: 'Cukai' })).text).toContain(",'=cmd|calc,")
  })

  it('shows nothing of another company', async () => {
    expect((await report({}, 'chong')).text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('goes on over as many batches as there are', async () => {
    for (let at = 0; at < 2_050; at += 1) {
      await buildCustomer(world, { name: `Sama Nama`, sender_entity_id: selat })
    }
    const lines = (await report({}, 'chong')).text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2_052)
    expect(new Set(lines).size).toBe(2_052)
  })
})

describe('among very many', () => {
  const COUNT = 6_000
  const PAGE = 50

  it.each(['asc', 'desc'] as const)('each page is the one of its place, however deep: %s', async (order) => {
    const { db, company, as } = await createWorld()
    await sql`INSERT INTO customers (sender_entity_id, name, city, identity_type, identity_number, created_at,
        modified_at)
      SELECT ${company.entities.kinabalu}::uuid, 'Kedai ' || nr % 700, 'Bandar ' || nr % 40, 'BRN', nr::text,
        now(), now()
      FROM generate_series(1, ${COUNT}::int) AS nr`.execute(db)
    const way = sql.raw(order)
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM customers ORDER BY lower(city) COLLATE "C" ${way}, name ${way}, id ${way}`.execute(db)
    for (const page of [1, 2, 100, 101, 102, 119, 120, 121]) {
      const plain = rows.slice((page - 1) * PAGE, page * PAGE).map(({ id }) => id)
      for (const all of [
        {},
        ...(page % 100 < 2 ? [{ identity_type: 'BRN' as const }, { name: 'kedai' }] : []),
      ]) {
        const query = { ...all, page, page_size: PAGE, sort_by: 'city' as const, order }
        const { body } = await as('aminah').call(customers.list, { query })
        expect(body.count).toBe(COUNT)
        expect(body.results.map(({ id }) => id)).toEqual(plain)
      }
    }
  })
})
