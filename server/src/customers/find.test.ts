import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { buildCustomer } from '../../test/build.ts'
import { scansOf } from '../../test/plan.ts'
import { createWorld, NOON, PUBLIC_URL, type Who } from '../../test/world.ts'
import type { Db } from '../platform/db/database.ts'
import { findCustomers } from './find.ts'
import { listCustomers } from './list.ts'

const world = await createWorld()
const find = async (who: Who, query: object = {}) => {
  const { status, body } = await world.as(who).callWrongly(customers.find, { query })
  expect(status).toBe(200)
  return body.map((row) => row.name)
}
const { kinabalu, selat } = world.company.entities
await buildCustomer(world, {
  name: 'Seri Jaya Sdn Bhd',
  tin_no: 'C11111111110',
  identity_number: '201400000001',
})
await buildCustomer(world, { name: 'Perniagaan Seri Mutiara', tin_no: 'C22222222220' })
await buildCustomer(world, { name: '100% Ori_ginal Trading', identity_number: '201400000002' })
await buildCustomer(world, { name: 'Shenzhen 华龙', country: 'CHN', state: 'Guangdong' })
await buildCustomer(world, { name: 'Johor Sauce Shop', sender_entity_id: selat })

describe('looking for a customer', () => {
  it('finds by part of the name in any case, names that begin with it first', async () => {
    expect(await find('aminah', { search: 'SERI' })).toEqual(['Seri Jaya Sdn Bhd', 'Perniagaan Seri Mutiara'])
  })

  it('finds by TIN, by identity number, by Chinese signs, and by several words in any order', async () => {
    expect(await find('aminah', { search: 'c2222' })).toEqual(['Perniagaan Seri Mutiara'])
    expect(await find('aminah', { search: '0000001' })).toEqual(['Seri Jaya Sdn Bhd'])
    expect(await find('aminah', { search: '201400-00-0001 seri' })).toEqual(['Seri Jaya Sdn Bhd'])
    expect(await find('aminah', { search: '华龙' })).toEqual(['Shenzhen 华龙'])
    expect(await find('aminah', { search: 'mutiara seri' })).toEqual(['Perniagaan Seri Mutiara'])
  })

  it.each(['İSTANBUL TİCARET A.Ş.', 'ΑΓΟΡΑ ΟΔΟΣ'])('finds one by its own name: %s', async (name) => {
    const own = await createWorld()
    await buildCustomer(own, { name: 'Kedai Lain' })
    const id = await buildCustomer(own, { name })
    const found = await own.as('aminah').call(customers.find, { query: { search: name } })
    expect(found.body.map((row) => row.id)).toEqual([id])
    const listed = await own.as('aminah').call(customers.list, { query: { name } })
    expect(listed.body.results.map((row) => row.id)).toEqual([id])
  })

  it('puts first whose name begins with the text, in capitals of any language', async () => {
    const own = await createWorld()
    for (const name of ['Kedai İpek', 'İpek Sdn Bhd']) await buildCustomer(own, { name })
    const found = await own.as('aminah').call(customers.find, { query: { search: 'İPEK' } })
    expect(found.body.map((row) => row.name)).toEqual(['İpek Sdn Bhd', 'Kedai İpek'])
  })

  it('looks at no others among many', async () => {
    const own = await createWorld()
    await buildCustomer(own, { name: 'Kedai Tunggal' })
    await sql`INSERT INTO customers SELECT copy.* FROM customers AS one, generate_series(1, 5000) AS nr,
      LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'name', 'Syarikat ' || nr,
        'entity_code', nr, 'identity_number', nr)) AS copy`.execute(own.db)
    await sql`VACUUM ANALYZE customers`.execute(own.db)
    const caller = await own.callerOf('aminah')
    const by = { caller, now: NOON, public_url: PUBLIC_URL }
    const list = (db: Db, query: object) => listCustomers({ ...by, db }, customers.list.query.parse(query))
    const { kinabalu } = own.company.entities
    const scans = await scansOf(own.db, 'customers', async (db) => {
      await findCustomers({ db, caller }, { search: 'TUNGGAL' })
      await findCustomers({ db, caller }, { search: 'NG' })
      await findCustomers({ db, caller }, { search: 'u tunggal g' })
      await list(db, { name: 'TUNGGAL' })
      await list(db, { name: 'gg' })
    })
    expect(scans.length).toBeGreaterThan(1)
    for (const { scan, read, text } of scans) {
      expect(scan, text).not.toBe('Seq Scan')
      expect(read, text).toBeLessThan(10)
    }
    const superadmin = await own.callerOf('devi')
    // Of many that match, those on the page.
    const few = await scansOf(own.db, 'customers', async (db) => {
      await findCustomers({ db, caller }, { sender_entity_id: kinabalu })
      await findCustomers({ db, caller }, { sender_entity_id: kinabalu, search: 's' })
      await findCustomers({ db, caller: superadmin }, { search: 'kedai' })
      await list(db, { order: 'desc' })
      await list(db, { identity_type: 'BRN' })
      await list(db, { name: 'syarikat', sort_by: 'tin_no' })
    })
    const counts = few.filter(({ text, read }) => text.includes('full_count') && read > 1_000)
    expect(counts).toHaveLength(3)
    for (const { scan, read, text } of few.filter((one) => !counts.includes(one))) {
      expect(scan, text).not.toBe('Seq Scan')
      expect(read, text).toBeLessThanOrEqual(51)
    }
  })

  it('knows that it is dear to ask each for letters', async () => {
    await sql`ANALYZE customers`.execute(world.db)
    const costOf = async (condition: RawBuilder<unknown>) => {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>`
        EXPLAIN (FORMAT JSON) SELECT FROM (SELECT * FROM customers OFFSET 0) AS one WHERE ${condition}`.execute(
        world.db,
      )
      return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0
    }
    const { rows } = await sql<{
      n: number
    }>`SELECT reltuples AS n FROM pg_class WHERE relname = 'customers'`.execute(world.db)
    const letters = await costOf(sql`letters_and_pairs_of(name) @> ARRAY['zq']`)
    const dearer = letters - (await costOf(sql`name = 'zq'`))
    // 20 µs each; a page of a table is 1.
    expect(dearer / Math.max(rows[0]?.n ?? 0, 1)).toBeGreaterThan(5)
  })

  it.each([
    ['%', ['100% Ori_ginal Trading']],
    ['_g', ['100% Ori_ginal Trading']],
    ['龙', ['Shenzhen 华龙']],
    ['华龙', ['Shenzhen 华龙']],
    ['JA se', ['Seri Jaya Sdn Bhd']],
    ['\\', []],
    ['zq', []],
  ])('finds by a letter or two: %s', async (search, names) => {
    expect(await find('aminah', { search })).toEqual(names)
    const { body } = await world.as('aminah').call(customers.list, { query: { name: search } })
    if (!search.includes(' ')) expect(body.results.map((row) => row.name)).toEqual(names)
  })

  it('takes % and _ as they are written', async () => {
    expect(await find('aminah', { search: '0%' })).toEqual(['100% Ori_ginal Trading'])
    expect(await find('aminah', { search: 'ri_g' })).toEqual(['100% Ori_ginal Trading'])
    expect(await find('aminah', { search: 'e_i' })).toEqual([])
  })

  it('shows nothing of another company, whatever entity is asked for', async () => {
    expect(await find('chong')).toEqual(['Johor Sauce Shop'])
    expect(await find('chong', { sender_entity_id: kinabalu })).toEqual([])
    expect(await find('aminah', { search: 'sauce' })).toEqual([])
  })

  it('of one entity shows that entity’s only, also to those who have several', async () => {
    expect(await find('gita', { sender_entity_id: selat })).toEqual(['Johor Sauce Shop'])
    expect(await find('gita', { sender_entity_id: 'nonsense' })).toEqual([])
  })

  it('finds the one that a document names by its code, whatever else has changed of it', async () => {
    await buildCustomer(world, { name: 'Kedai Baru', entity_code: '2000000000900001' })
    await buildCustomer(world, { name: 'Kedai Lain', entity_code: '20000000009000012' })
    const entity_code = '2000000000900001'
    expect(await find('aminah', { entity_code })).toEqual(['Kedai Baru'])
    expect(await find('devi', { entity_code, sender_entity_id: kinabalu })).toEqual(['Kedai Baru'])
    expect(await find('devi', { entity_code, sender_entity_id: selat })).toEqual([])
    expect(await find('chong', { entity_code })).toEqual([])
    expect(await find('aminah', { entity_code: '2000000000900' })).toEqual([])
  })

  it('names state and country beside their codes, and leaves foreign states as they are', async () => {
    const { body } = await world.as('aminah').call(customers.find, { query: { search: 'jaya' } })
    expect(body[0]).toMatchObject({
      state: '14',
      state_display: 'Wilayah Persekutuan Kuala Lumpur',
      country: 'MYS',
      country_display: expect.stringMatching(/malaysia/i),
    })
    const foreign = await world.as('aminah').call(customers.find, { query: { search: 'shenzhen' } })
    expect(foreign.body[0]).toMatchObject({ state: 'Guangdong', state_display: 'Guangdong' })
  })

  it('answers at most 50, in the order of names', async () => {
    for (let i = 0; i < 55; i++) await buildCustomer(world, { name: `Zon ${String(i).padStart(2, '0')}` })
    const names = await find('aminah', { search: 'zon' })
    expect(names).toHaveLength(50)
    expect(names.slice(0, 2)).toEqual(['Zon 00', 'Zon 01'])
  })

  it('answers a thousand to whoever asks for nothing, as programs do that load them once', async () => {
    const own = await createWorld()
    await buildCustomer(own, { name: 'Zon' })
    await sql`INSERT INTO customers SELECT copy.* FROM customers AS one, generate_series(1, 1000) AS nr,
      LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'name', 'Kedai ' || nr,
        'entity_code', nr, 'identity_number', nr)) AS copy`.execute(own.db)
    const { body } = await own.as('aminah').call(customers.find, { query: {} })
    expect(body).toHaveLength(1_000)
    expect(body.map(({ name }) => name)).not.toContain('Zon')
  })

  it('is for those who make or read documents', async () => {
    expect((await world.as('bakri').call(customers.find, { query: {} })).status).toBe(403)
  })
})
