import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { items } from '#contract/items.ts'
import { createWorld, NOON, type Who } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createItem } from './create.ts'

const world = await createWorld()
const { kinabalu, selat } = world.company.entities
const add = (sender_entity_id: string, item_description: string, classification = '022', { db } = world) =>
  inTransaction(db, (tx) => {
    const item = { sender_entity_id, classification, item_description, tax_type: '01', tax_rate: '10' }
    return createItem(tx, item, NOON)
  })
await add(kinabalu, 'Komputer riba 14"', '003')
await add(kinabalu, 'Kabel Cat6')
await add(selat, 'Sos cili')

const find = async (who: Who, query: object = {}) => {
  const { body } = await world.as(who).callWrongly(items.find, { query })
  return body.map((row) => row.item_description)
}

describe('the saved items', () => {
  it('are those of the caller’s entities, by description, as the form needs them', async () => {
    expect(await find('aminah')).toEqual(['Kabel Cat6', 'Komputer riba 14"'])
    const { body } = await world.as('chong').call(items.find, { query: {} })
    expect(body).toEqual([
      {
        id: expect.any(String),
        sender_entity_id: world.company.entities.selat,
        classification: '022',
        item_description: 'Sos cili',
        tax_type: '01',
        tax_rate: '10.00',
        modified_at: NOON.toISOString(),
      },
    ])
  })

  it('are found by description and by classification', async () => {
    expect(await find('aminah', { search: 'RIBA' })).toEqual(['Komputer riba 14"'])
    expect(await find('aminah', { search: '003' })).toEqual(['Komputer riba 14"'])
    expect(await find('aminah', { search: 'sos' })).toEqual([])
  })

  it.each(['İPEK', 'ΟΔΟΣ'])('are found as they are written: %s', async (description) => {
    await add(kinabalu, description, '999')
    expect(await find('aminah', { search: description })).toEqual([description])
    const { body } = await world.as('aminah').call(items.list, { query: { search: description } })
    expect(body.results.map((row) => row.item_description)).toEqual([description])
    await sql`DELETE FROM portal_items WHERE classification = '999'`.execute(world.db)
  })

  it('can be narrowed to one entity, never widened to a foreign one', async () => {
    expect(await find('gita', { sender_entity_id: selat })).toEqual(['Sos cili'])
    expect(await find('aminah', { sender_entity_id: selat })).toEqual([])
  })

  it('are a thousand to whoever asks for nothing, and two hundred of a company or a text', async () => {
    const own = await createWorld()
    const { kinabalu } = own.company.entities
    await sql`INSERT INTO portal_items SELECT copy.* FROM portal_items AS one, generate_series(1, 1001) AS nr,
      LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'tax_rate', nr % 9)) AS copy
      WHERE one.id = ${await add(kinabalu, 'Kabel Cat6', '022', own)}`.execute(own.db)
    const count = async (query: object) =>
      (await own.as('aminah').callWrongly(items.find, { query })).body.length
    expect(await count({})).toBe(1_000)
    expect(await count({ search: 'kabel' })).toBe(200)
    expect(await count({ sender_entity_id: kinabalu })).toBe(200)
  })

  it('are for those who make or read documents', async () => {
    expect((await world.as('bakri').call(items.find, { query: {} })).status).toBe(403)
  })
})
