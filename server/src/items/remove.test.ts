import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { items } from '#contract/items.ts'
import { createWorld, type Who } from '../../test/world.ts'

const world = await createWorld()
const PAPER = { classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' }
const make = async () => (await world.as('aminah').call(items.create, { body: PAPER })).body
const remove = (id: string, modified_at?: string, who: Who = 'aminah') =>
  world.as(who).callWrongly(items.remove, { params: { id }, query: { modified_at } })
const found = async () =>
  (await world.as('aminah').call(items.find, { query: { search: 'kertas' } })).body.map(({ id }) => id)

describe('deleting a saved item', () => {
  it('takes it out of the form, with its lines of the log', async () => {
    const { id, modified_at } = await make()
    expect(await remove(id, modified_at)).toMatchObject({ status: 200, body: { detail: 'Item deleted.' } })
    expect(await found()).not.toContain(id)
    const { rows } = await sql`SELECT field, old_value, new_value FROM audit_events
      WHERE target_id = ${id} AND action = 'delete' ORDER BY nr`.execute(world.db)
    expect(rows).toEqual([
      { field: 'classification', old_value: '022', new_value: '' },
      { field: 'item_description', old_value: 'Kertas A4', new_value: '' },
      { field: 'tax_type', old_value: '01', new_value: '' },
      { field: 'tax_rate', old_value: '10.00', new_value: '' },
    ])
    expect(await remove(id)).toMatchObject({ status: 404, body: { detail: 'There is no such item.' } })
  })

  it('is refused upon an older state than there is', async () => {
    const { id } = await make()
    const late = await remove(id, '2026-01-01T00:00:00.000Z')
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await found()).toContain(id)
  })

  it('is refused for a foreign one, and without the permission', async () => {
    const { id } = await make()
    expect((await remove(id, undefined, 'chong')).status).toBe(404)
    expect((await remove(id, undefined, 'gita')).status).toBe(403)
    expect(await found()).toContain(id)
  })
})
