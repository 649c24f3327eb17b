import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { RULES_MAX, rules } from '#contract/shaping/rules.ts'
import { createWorld, NOON, type Who } from '../../test/world.ts'
import { rulesInForce, timedRules } from '../shaping/rules-in-force.ts'

const world = await createWorld()
beforeEach(() => sql`TRUNCATE validation_rules, document_rule_sets, audit_events CASCADE`.execute(world.db))

const RULE = {
  field: 'agent_number',
  condition: 'regex',
  value: 'A-[0-9]+',
  error_message: 'Agents are numbered A-1.',
}
const FORMULA = { ...RULE, condition: 'formula', value: 'agent_number != ""' }

const add = (given: object = {}, who: Who = 'farid') =>
  world.as(who).callWrongly(rules.create, { body: { ...RULE, ...given } })
const change = (id: string, given: object = {}) =>
  world.as('farid').callWrongly(rules.update, { params: { id }, body: { ...RULE, ...given } })
const remove = (id: string, who: Who = 'farid') => world.as(who).callWrongly(rules.remove, { params: { id } })
const list = async (query: object = {}) =>
  (await world.as('farid').callWrongly(rules.list, { query })).body.results

test('a rule is kept, and listed by field', async () => {
  const number = await add()
  const due = await add({ field: 'payment_due_date', condition: '>', value: '2026-01-01' })
  expect([number.status, number.body]).toEqual([
    201,
    { ...RULE, id: expect.any(String), version: 1, active_from: world.clock.now().toISOString() },
  ])
  expect(await list()).toEqual([number.body, due.body])
  expect(await list({ search: 'agent numb' })).toEqual([number.body])
  expect(await list({ search: '2026-01' })).toEqual([due.body])
  expect(await list({ search: '%' })).toEqual([])
})

test.each<[object, string, string | RegExp]>([
  [{ field: 'nothing' }, 'field', 'Please select the field.'],
  [{ field: 'constructor' }, 'field', 'Please select the field.'],
  [{ condition: '>=' }, 'condition', 'Please send one of regex, >, <, =, formula.'],
  [{ value: ' ' }, 'value', 'Please enter the value or formula.'],
  [{ value: 'x'.repeat(301) }, 'value', /^A regular expression may have at most 300 characters/],
  [{ value: 'A-[0-9' }, 'value', /^A closing \] is missing\. \(position 7, at the end\)$/],
  [
    { condition: 'formula', value: 'agent_number = ""' },
    'value',
    /cannot be read here. \(position 14, at “= ""”\)/,
  ],
  [{ field: 'items.quantity', condition: '>', value: 'many' }, 'value', 'Please enter a number.'],
  [{ error_message: '' }, 'error_message', 'Please enter the error message.'],
  [{ error_message: 'x'.repeat(301) }, 'error_message', 'At most 300 characters are allowed.'],
  [{ active_on: '31/12/2026' }, 'active_on', /real date/],
  [{ priority: 1 }, 'priority', 'This field is not known.'],
])('a rule with %o is refused, naming the field', async (given, field, message) => {
  const { status, body } = await add(given)
  expect([status, body[field]]).toEqual([400, [expect.stringMatching(message)]])
  expect(await list()).toEqual([])
})

test('the same is said of a field once, also when many say so at a time', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => add()))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(9)
  for (const { status, body } of refused)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'rule_exists',
      'There is a rule that says the same of Agent Number.',
    ])
})

describe('a rule that is there', () => {
  test('is changed, but for its field; what it was is kept', async () => {
    const { body } = await add()
    const changed = await change(body.id, FORMULA)
    expect([changed.status, changed.body]).toEqual([200, { ...body, ...FORMULA, version: 2 }])
    const moved = await change(body.id, { field: 'customer.name' })
    expect([moved.status, moved.body.field]).toEqual([
      400,
      ['The field of a rule cannot be changed: it is agent_number.'],
    ])
    expect(await list()).toEqual([changed.body])
    const { rows } = await sql<{ version: number; value: string }>`
      SELECT version, value FROM validation_rule_versions ORDER BY version`.execute(world.db)
    expect(rows).toEqual([
      { version: 1, value: RULE.value },
      { version: 2, value: FORMULA.value },
    ])
  })

  test('is not saved over a version that came meanwhile', async () => {
    const { body } = await add()
    await change(body.id, { value: 'B-[0-9]+', version: 1 })
    const late = await change(body.id, { value: 'C-[0-9]+', version: 1 })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'changed_meanwhile', current: { version: 2 } },
    ])
    expect(await list()).toMatchObject([{ value: 'B-[0-9]+', version: 2 }])
    const again = await change(body.id, { value: 'B-[0-9]+', version: 1 })
    expect(again.status, 'the first answer may have been lost').toBe(200)
    expect((await change(body.id, { value: 'C-[0-9]+', version: again.body.version })).status).toBe(200)
  })

  test('does not become another one', async () => {
    await add()
    const { body } = await add({ value: 'B' })
    expect((await change(body.id)).body.code).toBe('rule_exists')
  })

  test('is deleted, once', async () => {
    const { id } = (await add()).body
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { detail: 'Validation rule deleted successfully' },
    })
    expect([(await remove(id)).status, (await change(id)).status]).toEqual([404, 404])
    expect(await list()).toEqual([])
    expect((await add()).status).toBe(201)
  })

  test.each<Who>(['chong', 'ezra'])('is not deleted by whoever has not all departments: %s', async (who) => {
    const { body } = await add()
    expect(await remove(body.id, who)).toMatchObject({
      status: 409,
      body: {
        code: 'second_person_needed',
        detail:
          'A rule holds for all departments, and you do not have all of them. ' +
          'Please ask a superadmin, or somebody who has all of them, to delete it.',
      },
    })
    expect(await list()).toEqual([body])
    expect((await remove(body.id)).status).toBe(200)
    expect((await remove(body.id, who)).status).toBe(404)
  })

  test('is deleted by whoever has all departments, without being a superadmin', async () => {
    const { body } = await add()
    const { chong } = world.company.users
    await sql`INSERT INTO user_entities (user_id, sender_entity_id)
      SELECT ${chong}, id FROM sender_entities ON CONFLICT DO NOTHING`.execute(world.db)
    await sql`INSERT INTO user_store_codes (user_id, store_code_id)
      SELECT ${chong}, id FROM store_codes ON CONFLICT DO NOTHING`.execute(world.db)
    expect((await remove(body.id, 'chong')).status).toBe(200)
  })

  test('leaves a line of the audit log for everything that was changed, of no company', async () => {
    const { id } = (await add()).body
    await change(id, FORMULA)
    await remove(id)
    const { rows } = await sql<{ line: string }>`
      SELECT concat_ws(' ', actor_name, action, target_kind, target_name, field, new_value) AS line
      FROM audit_events WHERE sender_entity_id IS NULL AND field IN ('condition', 'value') ORDER BY nr`.execute(
      world.db,
    )
    const who = 'Farid Rahman'
    expect(rows.map(({ line }) => line)).toEqual([
      `${who} create validation_rule agent_number regex condition regex`,
      `${who} create validation_rule agent_number regex value A-[0-9]+`,
      `${who} update validation_rule agent_number formula condition formula`,
      `${who} update validation_rule agent_number formula value agent_number != ""`,
      `${who} delete validation_rule agent_number formula condition `,
      `${who} delete validation_rule agent_number formula value `,
    ])
  })
})

describe('the versions of a rule', () => {
  const versions = async (id: string) => {
    const { body } = await world.as('farid').call(rules.versions, { params: { id } })
    return body.results.map(({ version, value, in_force, made_by }) => [version, value, in_force, made_by])
  }
  const moveTo = (to: Date) => world.clock.advance(to.getTime() - world.clock.now().getTime())
  const at = (day: string) => moveTo(new Date(`${day}T00:00:00+08:00`))
  const inForce = async () =>
    (await rulesInForce(world.db, world.clock.now())).map(({ version, value }) => [version, value])

  test('come into force on their day, and one that is made at once takes the place of what was to come', async () => {
    const { id } = (await add()).body
    const later = await change(id, { value: 'B', active_on: '2026-08-01' })
    expect(later.body).toMatchObject({ version: 2, active_from: '2026-07-31T16:00:00.000Z' })
    expect(await versions(id)).toEqual([
      [2, 'B', false, 'Farid Rahman'],
      [1, RULE.value, true, 'Farid Rahman'],
    ])
    expect(await inForce()).toEqual([[1, RULE.value]])
    at('2026-08-01')
    expect(await inForce()).toEqual([[2, 'B']])
    await change(id, { value: 'C', active_on: '2026-09-01' })
    // Back in one act: the content of a former version, as a new one. A day that is past means at once.
    await change(id, { active_on: '2026-01-01' })
    at('2026-09-02')
    timedRules.forget(world.db)
    expect(await inForce()).toEqual([[4, RULE.value]])
    expect((await versions(id)).map(([version, , in_force]) => [version, in_force])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ])
    moveTo(NOON)
    timedRules.forget(world.db)
  })

  test('of a rule that is none are not found', async () => {
    const params = { id: '00000000-0000-4000-8000-000000000000' }
    expect((await world.as('farid').call(rules.versions, { params })).status).toBe(404)
  })
})

test('beyond the limit the next one is refused with the number, until one is deleted', async () => {
  await sql`
    WITH made AS (
      INSERT INTO validation_rules (field, created_at) SELECT 'document_remarks', now()
      FROM generate_series(1, ${RULES_MAX}::int) RETURNING id)
    INSERT INTO validation_rule_versions
      (rule_id, version, condition, value, error_message, active_from, made_at, made_by_name)
    SELECT id, 1, 'regex', '.*', 'x', now(), now(), 'x' FROM made`.execute(world.db)
  expect(await add()).toMatchObject({
    status: 409,
    body: { code: 'rules_full', detail: 'There are 200 rules; no more fit.' },
  })
  const [first] = await list({ page_size: 1 })
  await remove(String(first?.id))
  expect((await add()).status).toBe(201)
})
