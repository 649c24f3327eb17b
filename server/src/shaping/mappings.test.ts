import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAPPINGS_MAX, mappings } from '#contract/shaping/mappings.ts'
import { FIELDS } from '#domain/shaping/fields.ts'
import { createWorld, NOON, type Who } from '../../test/world.ts'

const world = await createWorld()
beforeEach(() => sql`TRUNCATE data_mappings, audit_events`.execute(world.db))

const LOOKUP = {
  field: 'sender_store_code',
  mapping_type: 'lookup',
  lookup_key: 'KL-HQ',
  lookup_value: 'KUL01',
}
const HARDCODE = { field: 'invoice_currency', mapping_type: 'hardcode', hardcode_value: 'MYR' }

const add = (given: object = {}, who: Who = 'farid') =>
  world.as(who).callWrongly(mappings.create, { body: { ...LOOKUP, ...given } })
const change = (id: string, given: object = {}, who: Who = 'farid') =>
  world.as(who).callWrongly(mappings.update, { params: { id }, body: { ...LOOKUP, ...given } })
const remove = (id: string) => world.as('farid').callWrongly(mappings.remove, { params: { id } })
const list = async (query: object = {}) =>
  (await world.as('farid').callWrongly(mappings.list, { query })).body.results
const events = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT actor_name, action, target_kind, target_name, sender_entity_id, field, old_value, new_value
      FROM audit_events ORDER BY nr`.execute(world.db)
  ).rows

test('a look-up and a hardcode are kept with what their type uses, and listed by field and key', async () => {
  const kept = { id: expect.any(String), modified_at: NOON.toISOString() }
  const junk = { hardcode_value: 'X', overwrite: true }
  const lookup = await add({ lookup_key: ' KL-HQ ', ...junk })
  const fixed = await add({ ...HARDCODE, overwrite: 'true' })
  expect([lookup.status, lookup.body]).toEqual([
    201,
    { ...LOOKUP, ...kept, hardcode_value: '', overwrite: false },
  ])
  expect([fixed.status, fixed.body]).toEqual([
    201,
    { ...HARDCODE, ...kept, lookup_key: '', lookup_value: '', overwrite: true },
  ])
  expect(await list()).toEqual([fixed.body, lookup.body])
  expect(await list({ mapping_type: 'lookup' })).toEqual([lookup.body])
  expect(await list({ search: 'kul01' })).toEqual([lookup.body])
  expect(await list({ search: 'department' })).toEqual([lookup.body])
  expect(await list({ search: '%' })).toEqual([])
})

test.each<[object, string, string | RegExp]>([
  [{ field: 'nothing' }, 'field', 'Please select the field.'],
  [{ field: '__proto__' }, 'field', 'Please select the field.'],
  [{ field: 'items.0.tax_type' }, 'field', 'Please select the field.'],
  [{ mapping_type: 'formula' }, 'mapping_type', 'Please send one of lookup, hardcode.'],
  [{ lookup_key: ' \u200b' }, 'lookup_key', 'Please enter the lookup key.'],
  [{ lookup_key: 'x'.repeat(301) }, 'lookup_key', 'At most 300 characters are allowed.'],
  [{ lookup_value: '' }, 'lookup_value', 'Please enter the mapped value.'],
  [{ lookup_value: 'x'.repeat(41) }, 'lookup_value', 'At most 40 characters are allowed.'],
  [{ ...HARDCODE, hardcode_value: null }, 'hardcode_value', 'Please enter the hardcoded value.'],
  [
    { ...HARDCODE, field: 'prepayment_amount', hardcode_value: 'much' },
    'hardcode_value',
    'Please enter a number.',
  ],
  [{ overwrite: 'maybe' }, 'overwrite', 'Please send true or false.'],
  [{ priority: 1 }, 'priority', 'This field is not known.'],
])('a mapping with %o is refused, naming the field', async (given, field, message) => {
  const { status, body } = await add(given)
  expect([status, body[field]]).toEqual([400, [expect.stringMatching(message)]])
  expect(await list()).toEqual([])
})

test('a key of a field is mapped once, and a field hardcoded once, also when many say so at a time', async () => {
  for (const [given, message] of [
    [LOOKUP, '“KL-HQ” of Department Code is mapped already, to “KUL01”.'],
    [HARDCODE, 'Currency is hardcoded already, to “MYR”.'],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(given)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(9)
    for (const { status, body } of refused)
      expect([status, body.code, body.detail]).toEqual([409, 'mapping_exists', message])
  }
  expect(await list()).toHaveLength(2)
})

describe('a mapping that is there', () => {
  test('is changed, but for its field', async () => {
    const { body } = await add()
    const changed = await change(body.id, { lookup_value: 'PEN01' })
    expect([changed.status, changed.body]).toEqual([200, { ...body, lookup_value: 'PEN01' }])
    const moved = await change(body.id, { field: 'customer.name' })
    expect([moved.status, moved.body.field]).toEqual([
      400,
      ['The field of a mapping cannot be changed: it is sender_store_code.'],
    ])
    expect(await list()).toEqual([changed.body])
  })

  test('does not become another one', async () => {
    await add()
    const { body } = await add({ lookup_key: 'PG' })
    expect((await change(body.id, { lookup_key: 'KL-HQ' })).body.code).toBe('mapping_exists')
  })

  test('is deleted, once', async () => {
    const { id } = (await add()).body
    expect(await remove(id)).toMatchObject({ status: 200, body: { detail: 'Mapping deleted successfully' } })
    expect([(await remove(id)).status, (await change(id)).status]).toEqual([404, 404])
    expect(await list()).toEqual([])
  })

  test('leaves a line of the audit log for everything that was changed, of no company', async () => {
    const { id } = (await add()).body
    await change(id, { lookup_value: 'PEN01' })
    await remove(id)
    const line = {
      ...{ actor_name: 'Farid Rahman', target_kind: 'data_mapping' },
      ...{ target_name: 'sender_store_code: KL-HQ', sender_entity_id: null },
    }
    const all = await events()
    expect(all.map(({ action }) => action)).toEqual([
      ...Array(5).fill('create'),
      'update',
      ...Array(5).fill('delete'),
    ])
    expect(all[5]).toEqual({
      ...line,
      ...{ action: 'update', field: 'lookup_value', old_value: 'KUL01', new_value: 'PEN01' },
    })
  })
})

test('beyond the limit the next one is refused with the number, until one is deleted', async () => {
  await sql`
    INSERT INTO data_mappings (field, mapping_type, lookup_key, lookup_value, created_at, modified_at)
    SELECT 'customer.city', 'lookup', n::text, 'Ipoh', now(), now()
    FROM generate_series(1, ${MAPPINGS_MAX}::int) n`.execute(world.db)
  expect(await add()).toMatchObject({
    status: 409,
    body: { code: 'mappings_full', detail: 'There are 5,000 mappings; no more fit.' },
  })
  const [first] = await list({ page_size: 1 })
  await remove(String(first?.id))
  expect((await add()).status).toBe(201)
})

test('the fields are those of the form, by name and label', async () => {
  const { body } = await world.as('farid').call(mappings.fields, {})
  expect(body).toHaveLength(FIELDS.length)
  expect(body).toContainEqual({ value: 'items.tax_type', label: 'Line: Tax Type' })
})
