import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import { entities } from '#contract/entities.ts'
import { buildCustomer, buildDocument } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'

const world = await createWorld()
const { company } = world
const remove = (id: string, modified_at?: string, who: Who = 'aminah') =>
  world.as(who).callWrongly(customers.remove, { params: { id }, query: { modified_at } })
const named = async (name: string) =>
  (await world.as('aminah').call(customers.list, { query: { page: 1, page_size: 10, name } })).body.results
const GONE = { status: 404, body: { detail: 'There is no such customer.' } }

describe('deleting a customer', () => {
  it('takes it out of the address book, with its lines of the log, and documents keep what they say', async () => {
    const id = await buildCustomer(world, { name: 'Syarikat Salah Sdn Bhd', city: 'Ipoh' })
    const [row] = await named('Salah')
    const { id: uuid } = await buildDocument(world, { customer: { name: 'Syarikat Salah Sdn Bhd' } })
    expect(await remove(id, row?.modified_at)).toMatchObject({
      ...{ status: 200, body: { detail: 'Customer deleted.' } },
    })
    expect(await named('Salah')).toEqual([])
    expect(await remove(id)).toMatchObject(GONE)
    const { body } = await world.as('aminah').call(documents.get, { params: { uuid } })
    expect(body.customer.name).toBe('Syarikat Salah Sdn Bhd')
    const { rows } = await sql`SELECT action, actor_name, target_name, new_value, sender_entity_id
      FROM audit_events WHERE target_id = ${id} AND field = 'city' AND old_value = 'Ipoh'`.execute(world.db)
    expect(rows).toEqual([
      {
        ...{ action: 'delete', actor_name: 'Aminah Yusof', target_name: 'Syarikat Salah Sdn Bhd' },
        ...{ new_value: '', sender_entity_id: company.entities.kinabalu },
      },
    ])
  })

  it('frees its identity number for the next one', async () => {
    const identity_number = '201901099999'
    const id = await buildCustomer(world, { identity_number })
    await expect(buildCustomer(world, { identity_number })).rejects.toThrow('customers_number')
    await remove(id)
    expect(await buildCustomer(world, { identity_number })).not.toBe(id)
  })

  it('is refused upon an older state than there is, and for one that came with a document', async () => {
    const id = await buildCustomer(world, { name: 'Baru Diubah' })
    const [row] = await named('Baru Diubah')
    const late = await remove(id, '2026-01-01T00:00:00.000Z')
    expect(late).toMatchObject({
      ...{ status: 409, body: { code: 'changed_meanwhile', current: { modified_at: row?.modified_at } } },
    })
    expect(await named('Baru Diubah')).toHaveLength(1)
    const other = await buildCustomer(world, { source_ui: false })
    expect(await remove(other)).toMatchObject({
      ...{ status: 409, body: { code: 'not_made_here', detail: 'Only customers made here can be deleted.' } },
    })
  })

  it('is refused for a foreign one, without the permission, and in a company that is deactivated', async () => {
    const id = await buildCustomer(world, { name: 'Tetap Ada' })
    expect(await remove(id, undefined, 'chong')).toMatchObject(GONE)
    expect((await remove(id, undefined, 'gita')).status).toBe(403)
    const switchTo = (is_active: boolean) =>
      world.as('devi').call(entities.setActive, {
        params: { id: company.entities.kinabalu },
        body: { is_active },
      })
    expect((await switchTo(false)).status).toBe(200)
    const { status, body } = await remove(id)
    expect([status, body.sender_entity_code]).toEqual([400, [expect.stringContaining('is deactivated.')]])
    await switchTo(true)
    expect(await named('Tetap Ada')).toHaveLength(1)
  })

  it('twice at once deletes it once', async () => {
    const id = await buildCustomer(world)
    const answers = await Promise.all([remove(id), remove(id), remove(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })
})
