import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { enrichment } from '#contract/shaping/enrichment.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import { type RuleWrite, rules } from '#contract/shaping/rules.ts'
import { trace } from '#contract/shaping/trace.ts'
import { decide, documentOf, line, payload, submit } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { shaping } from '../shaping/read.ts'
import { timedRules } from '../shaping/rules-in-force.ts'

const world = await createWorld()
const devi = world.as('devi')

beforeEach(async () => {
  await sql`TRUNCATE validation_rules, document_rule_sets, data_mappings, enrichment_defaults CASCADE`.execute(
    world.db,
  )
  timedRules.forget(world.db)
  shaping.forget(world.db)
})

const lookup = (field: string, lookup_key: string, lookup_value: string) =>
  devi.callWrongly(mappings.create, { body: { field, mapping_type: 'lookup', lookup_key, lookup_value } })
const fillIn = (field_name: string, default_value: string) =>
  devi.callWrongly(enrichment.create, { body: { field_name, default_value } })
const makeRule = async (given: Partial<RuleWrite> = {}): Promise<{ id: string }> => {
  const rule = { field: 'contract_number', condition: 'regex', value: 'C-[0-9]+', error_message: 'C-1.' }
  const { status, body, text } = await devi.callWrongly(rules.create, { body: { ...rule, ...given } })
  expect(status, text).toBe(201)
  return body
}
const traceOf = async (document: string | undefined, who: Who = 'devi') =>
  world.as(who).call(trace.document, { query: { document: document ?? '' } })
const tryPayload = async (given: object, who: Who = 'devi') =>
  world.as(who).callWrongly(trace.payload, { body: given })
const shapedIn = ({ shaped }: { shaped: { field: string; by: string; from: string; to: string | null }[] }) =>
  shaped.map(({ field, by, from, to }) => [field, by, from, to])

describe('the trace of a stored document', () => {
  test('tells each mapping, default and rule in order, what came of it, and by which version', async () => {
    await lookup('items.tax_type', 'SR', '01')
    await lookup('contract_number', 'old', 'C-1')
    await fillIn('agent_number', 'A-17')
    await fillIn('invoice_currency', 'MYR')
    const rule = await makeRule()
    const given = payload({
      contract_number: 'old',
      items: [line({ tax_type: 'SR' }), line({ tax_type: 'SR' })],
    })
    const { body } = await submit(world, 'aminah', given)
    const [uuid] = body.UUIDs
    const told = (await traceOf(uuid)).body
    expect(told.document).toMatchObject({ uuid, invoice_number: body.Invoice_Numbers[0], revision: 1 })
    expect(shapedIn(told)).toEqual([
      ['contract_number', 'lookup', 'old', 'C-1'],
      ['items.tax_type', 'lookup', 'SR', '01'],
      ['invoice_currency', 'enrichment', 'MYR', null],
      ['agent_number', 'enrichment', '', 'A-17'],
    ])
    expect(told.shaped[0]).toMatchObject({ of: 1, held: 'C-1', modified_at: world.clock.now().toISOString() })
    expect(told.shaped[1]).toMatchObject({ lines: 2, held: null })
    expect(told.rules).toEqual([
      {
        ...{ id: rule.id, field: 'contract_number', condition: 'regex', value: 'C-[0-9]+', version: 1 },
        ...{ checked: true, in_force: true, breaches: [] },
      },
    ])
    expect((await traceOf(body.Invoice_Numbers[0])).body).toEqual(told)
  })

  test('tells the rule by which it was checked, also one that is gone, and those that came after it', async () => {
    const first = await makeRule()
    const { body } = await submit(world, 'aminah', payload({ contract_number: 'C-1' }))
    await devi.call(rules.remove, { params: { id: first.id } })
    const later = await makeRule({ value: 'D.*', error_message: 'D, please.' })
    const told = (await traceOf(body.UUIDs[0])).body.rules
    expect(told.map(({ id, checked, in_force, breaches }) => [id, checked, in_force, breaches])).toEqual([
      [first.id, true, false, []],
      [later.id, false, true, [{ field: 'contract_number', message: 'D, please.' }]],
    ])
  })

  test('tells what it holds beside what the mappings of now would make of what came', async () => {
    await lookup('contract_number', 'old', 'C-1')
    const { body } = await submit(world, 'aminah', payload({ contract_number: 'old' }))
    await sql`UPDATE data_mappings SET lookup_value = 'C-2'`.execute(world.db)
    shaping.forget(world.db)
    const [line] = (await traceOf(body.UUIDs[0])).body.shaped
    expect([line?.to, line?.held]).toEqual(['C-2', 'C-1'])
    expect((await documentOf(world, String(body.UUIDs[0]))).content.contract_number).toBe('C-1')
  })

  test('tells since when the document says what it says, whatever step it took since', async () => {
    const { body } = await submit(world, 'aminah', payload())
    const uuid = String(body.UUIDs[0])
    const told = async () => (await traceOf(uuid)).body.document?.stored_at
    const made = world.clock.now().toISOString()
    world.clock.advance(60_000)
    await decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong' })
    expect(await told()).toBe(made)
    const edit = payload({ uuid, document_remarks: 'Corrected' })
    const edited = world.clock.now().toISOString()
    expect((await submit(world, 'aminah', edit)).status).toBe(200)
    world.clock.advance(60_000)
    await decide(world, 'bakri', uuid)
    expect(await told()).toBe(edited)
  })

  test('tells so where nothing is kept of what came', async () => {
    const { body } = await submit(world, 'aminah', payload())
    await sql`DELETE FROM document_originals`.execute(world.db)
    expect((await traceOf(body.UUIDs[0])).body).toMatchObject({ came: false, shaped: [] })
  })

  test('is not found for whoever may not see it, by neither number nor id', async () => {
    const { body } = await submit(world, 'aminah', payload())
    for (const name of [body.UUIDs[0], body.Invoice_Numbers[0], 'NONE', '']) {
      expect((await traceOf(name ?? '', 'ezra')).status).toBe(404)
    }
    expect((await traceOf(body.UUIDs[0], 'farid')).status).toBe(200)
  })
})

describe('the trace of a payload', () => {
  test('tells what would come of it, and stores nothing', async () => {
    await lookup('contract_number', 'old', 'X')
    await makeRule()
    const before = await storedIn(world)
    const { status, body } = await tryPayload(payload({ contract_number: 'old' }))
    expect([status, body.document, body.refused]).toEqual([200, null, []])
    expect(shapedIn(body)).toEqual([['contract_number', 'lookup', 'old', 'X']])
    expect(body.rules).toMatchObject([{ breaches: [{ field: 'contract_number', message: 'C-1.' }] }])
    expect(await storedIn(world)).toEqual(before)
  })

  test.each<[string, object, string]>([
    ['no contract takes', { ...payload(), nonsense: 1 }, 'nonsense'],
    ['our own checks refuse', payload({ invoice_currency: 'ZZZ' }), 'invoice_currency'],
    ['has no place', payload({ sender_store_code: 'NONE' }), 'sender_store_code'],
  ])('tells why one that %s is refused before any rule', async (_what, given, field) => {
    await lookup('contract_number', 'old', 'X')
    await makeRule()
    const { status, body } = await tryPayload({ ...given, contract_number: 'old' })
    expect([status, body.refused[0]?.field, body.rules]).toEqual([200, field, []])
    expect(body.shaped).toHaveLength(1)
  })
})
