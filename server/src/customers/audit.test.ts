import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { items } from '#contract/items.ts'
import { payload } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const aminah = world.as('aminah')

const told = async () => {
  const { rows } = await sql<Record<string, string>>`
    SELECT actor_name, action, target_kind, target_name, field, old_value, new_value FROM audit_events
    WHERE action = 'update' OR field IN ('name', 'item_description') ORDER BY at, action, field`.execute(
    world.db,
  )
  await sql`DELETE FROM audit_events`.execute(world.db)
  return rows
}

test('who made and who changed a customer stands in the audit log, by name and field', async () => {
  const body = payload().customer
  const made = await aminah.call(customers.create, { body })
  world.clock.advance(1_000)
  const changed = { ...made.body, city: 'Ipoh', is_supplier: true }
  await world.as('devi').call(customers.update, { params: { id: made.body.id }, body: changed })
  const of = { target_kind: 'customer', target_name: body.name }
  expect(await told()).toEqual([
    {
      ...of,
      actor_name: 'Aminah Yusof',
      action: 'create',
      field: 'name',
      old_value: '',
      new_value: body.name,
    },
    ...[
      { field: 'city', old_value: 'Kuala Lumpur', new_value: 'Ipoh' },
      { field: 'is_supplier', old_value: 'false', new_value: 'true' },
    ].map((row) => ({ ...of, actor_name: 'Devi Krishnan', action: 'update', ...row })),
  ])
})

test('and of an item; what stays the same is not told', async () => {
  const paper = { classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' }
  const made = await aminah.call(items.create, { body: paper })
  world.clock.advance(1_000)
  const input = { params: { id: made.body.id }, body: { ...made.body, tax_rate: '5' } }
  await aminah.call(items.update, input)
  await aminah.call(items.update, input)
  const of = { actor_name: 'Aminah Yusof', target_kind: 'item', target_name: 'Kertas A4' }
  expect(await told()).toEqual([
    { ...of, action: 'create', field: 'item_description', old_value: '', new_value: 'Kertas A4' },
    { ...of, action: 'update', field: 'tax_rate', old_value: '10.00', new_value: '5.00' },
  ])
})
