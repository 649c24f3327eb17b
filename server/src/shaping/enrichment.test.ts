import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { enrichment } from '#contract/shaping/enrichment.ts'
import { createWorld, NOON } from '../../test/world.ts'

const world = await createWorld()
const devi = world.as('devi')
beforeEach(() => sql`TRUNCATE enrichment_defaults, audit_events`.execute(world.db))

const UNIT = { field_name: 'items.unit_of_measurement', default_value: 'EA' }
const add = (given: object = {}) => devi.callWrongly(enrichment.create, { body: { ...UNIT, ...given } })
const list = async () => (await devi.call(enrichment.list, {})).body.results

test('a default is kept, changed and deleted, each with a line of the audit log', async () => {
  const { status, body } = await add()
  expect([status, body]).toEqual([201, { ...UNIT, id: expect.any(String), modified_at: NOON.toISOString() }])
  const params = { id: body.id }
  const changed = await devi.call(enrichment.update, { params, body: { ...UNIT, default_value: 'H87' } })
  expect(changed).toMatchObject({ status: 200, body: { ...body, default_value: 'H87' } })
  expect(await list()).toEqual([changed.body])
  expect(await devi.call(enrichment.remove, { params })).toMatchObject({
    status: 200,
    body: { detail: 'Enrichment item deleted successfully' },
  })
  expect((await devi.call(enrichment.remove, { params })).status).toBe(404)
  expect(await list()).toEqual([])
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', action, target_kind, field, old_value, new_value) AS line
    FROM audit_events WHERE sender_entity_id IS NULL ORDER BY nr`.execute(world.db)
  expect(rows.map(({ line }) => line)).toEqual([
    'create enrichment field_name  items.unit_of_measurement',
    'create enrichment default_value  EA',
    'update enrichment default_value EA H87',
    'delete enrichment field_name items.unit_of_measurement ',
    'delete enrichment default_value H87 ',
  ])
})

test.each([
  [{ field_name: '' }, 'field_name', 'Please select the field.'],
  [{ field_name: 'uuid' }, 'field_name', 'Please select the field.'],
  [{ default_value: ' ' }, 'default_value', 'Please enter the default value.'],
  [{ default_value: 'a long name' }, 'default_value', 'At most 10 characters are allowed.'],
])('a default with %o is refused, naming the field', async (given, field, message) => {
  const { status, body } = await add(given)
  expect([status, body[field]]).toEqual([400, [message]])
  expect(await list()).toEqual([])
})

test('a field has one default, also when many are added at a time, and keeps its field', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => add()))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const [refused] = answers.filter(({ status }) => status !== 201)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'default_exists', detail: 'Line: Unit has a default already: “EA”.' },
  })
  const [one] = await list()
  const other = { ...UNIT, field_name: 'items.product_tariff' }
  const moved = await devi.call(enrichment.update, { params: { id: String(one?.id) }, body: other })
  expect([moved.status, moved.body.field_name]).toEqual([
    400,
    ['The field of a default cannot be changed: it is items.unit_of_measurement.'],
  ])
})
