import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeRequests } from '#contract/people/change-requests.ts'
import { EXAMPLES_MAX, type RuleWrite, rules } from '#contract/shaping/rules.ts'
import { compileRule } from '#domain/rules/rule.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { outcomesOf } from '../shaping/examples.ts'

const world = await createWorld()

let good: { id: string; invoice_number: string }
let bad: { id: string; invoice_number: string }
beforeAll(async () => {
  good = await buildDocument(world, { agent_number: 'A-1' })
  bad = await buildDocument(world, { agent_number: 'B' })
})
beforeEach(() =>
  sql`TRUNCATE validation_rules, document_rule_sets, audit_events, change_requests CASCADE`.execute(world.db),
)

const RULE = {
  field: 'agent_number',
  condition: 'regex',
  value: 'A-[0-9]+',
  error_message: 'Agents are numbered A-1.',
}
const both = () => [
  { document: good.invoice_number, expected: 'pass' },
  { document: bad.id, expected: 'stop' },
]
/** There are no valid documents, so whoever has all departments needs no second person. */
const create = (given: object = {}, who: Who = 'farid') =>
  world.as(who).callWrongly(rules.create, { body: { ...RULE, ...given } })
const change = (id: string, given: object, who: Who = 'farid') =>
  world.as(who).callWrongly(rules.update, { params: { id }, body: { ...RULE, ...given } })
const list = async (id: string, who: Who = 'farid') =>
  (await world.as(who).call(rules.examples, { params: { id } })).body.results
const tryOn = (given: object, who: Who = 'farid') =>
  world.as(who).callWrongly(rules.tryExamples, { body: { ...RULE, ...given } })
const made = async (given: object = {}): Promise<string> => {
  const { status, body, text } = await create({ examples: both(), ...given })
  expect(status, text).toBe(201)
  return body.id
}

test('examples are saved with the rule, by number or id, and stay when nothing is said of them', async () => {
  const id = await made()
  const saved = [
    { uuid: good.id, invoice_number: good.invoice_number, expected: 'pass' },
    { uuid: bad.id, invoice_number: bad.invoice_number, expected: 'stop' },
  ]
  expect(await list(id)).toMatchObject(saved)
  expect((await change(id, { error_message: 'Please.' })).status).toBe(200)
  expect(await list(id)).toMatchObject(saved)
})

describe('a rule that does with an example what it should not', () => {
  test.each([
    [
      { value: '.*' },
      () => `The example ${bad.invoice_number} should be stopped, but this rule lets it pass.`,
    ],
    [
      { value: 'C' },
      () => `The example ${good.invoice_number} should pass, but this rule stops it: ${RULE.error_message}`,
    ],
  ])('is not saved, be it new or changed: %o', async (given, words) => {
    const refused = { status: 409, body: { code: 'example_broken', detail: words() } }
    expect(await create({ ...given, examples: both() })).toMatchObject(refused)
    expect((await world.as('farid').call(rules.list, { query: {} })).body.results).toEqual([])
    const id = await made()
    expect(await change(id, given)).toMatchObject(refused)
    expect((await world.as('farid').call(rules.list, { query: {} })).body.results).toMatchObject([
      { ...RULE, version: 1 },
    ])
  })

  test('is saved when the example goes in the same act, or is expected otherwise', async () => {
    const id = await made()
    const [first, second] = await list(id)
    const kept = (one: typeof first, expected = one?.expected) => ({ id: one?.id, expected })
    expect((await change(id, { value: '.*', examples: [kept(first), kept(second)] })).status).toBe(409)
    expect((await change(id, { value: '.*', examples: [kept(first)] })).status).toBe(200)
    expect(await list(id)).toMatchObject([{ uuid: good.id }])
    expect((await change(id, { value: 'B', examples: [kept(first, 'stop')] })).status).toBe(200)
    expect(await list(id)).toMatchObject([{ uuid: good.id, expected: 'stop' }])
  })

  test('does not come back as it once was', async () => {
    const id = await made({ examples: [] })
    await change(id, { value: '.*', examples: [{ document: bad.id, expected: 'pass' }] })
    expect((await change(id, {})).body.code).toBe('example_broken')
  })

  test('is not asked for, nor does it begin by the approval of another person', async () => {
    const id = await made({ value: '.*', examples: [{ document: bad.id, expected: 'pass' }] })
    const ask = (value: string) =>
      world.as('devi').callWrongly(rules.ask, { body: { ...RULE, value, rule_id: id, reason: 'Only B.' } })
    const stopped = `The example ${bad.invoice_number} should pass, but this rule stops it: ${RULE.error_message}`
    expect(await ask('C')).toMatchObject({ status: 409, body: { detail: stopped } })
    const asked = await ask('B')
    expect(asked.status, asked.text).toBe(201)
    await change(id, { value: '.*', examples: [{ document: good.id, expected: 'pass' }] })
    const approval = { approval_id: asked.body.id, decision: 'approve', rejection_reason: '' } as const
    const why = `The example ${good.invoice_number} should pass, but this rule stops it: ${RULE.error_message}`
    expect(await world.as('farid').call(changeRequests.decide, { body: approval })).toMatchObject({
      status: 409,
      body: { detail: why },
    })
  })
})

test('other examples of the same rule are no other version of it', async () => {
  const id = await made()
  const changed = await change(id, { examples: [] })
  expect([changed.status, changed.body.version]).toEqual([200, 1])
  expect(await list(id)).toEqual([])
})

test('an example stays what the document was when it was saved', async () => {
  const document = await buildDocument(world, { agent_number: 'A-7' })
  const id = await made({ examples: [{ document: document.id, expected: 'pass' }] })
  await decide(world, 'bakri', document.id, { status: 'Rejected', rejection_reason: 'No' })
  // The rule would stop what it becomes, so it is out of force meanwhile.
  await sql`UPDATE validation_rules SET deleted_at = now()`.execute(world.db)
  const edited = await submit(world, 'aminah', payload({ uuid: document.id, agent_number: 'X' }))
  expect([edited.status, (await documentOf(world, document.id)).content.agent_number]).toEqual([200, 'X'])
  await sql`UPDATE validation_rules SET deleted_at = NULL`.execute(world.db)
  const [kept] = await list(id)
  expect((await tryOn({ examples: [{ id: kept?.id, expected: 'pass' }] })).body.results).toMatchObject([
    { holds: true },
  ])
})

test('what a rule does with examples is told before it is saved', async () => {
  const { body } = await tryOn({ value: 'B', examples: both() })
  expect(body.results).toEqual([
    {
      ...{ uuid: good.id, invoice_number: good.invoice_number, expected: 'pass' },
      ...{ holds: false, message: RULE.error_message },
    },
    {
      ...{ uuid: bad.id, invoice_number: bad.invoice_number, expected: 'stop' },
      ...{ holds: false, message: '' },
    },
  ])
})

test('of documents that somebody may not see they are told nothing, and can choose none', async () => {
  const id = await made({ examples: [{ document: good.id, expected: 'pass' }] })
  const [seen] = await list(id, 'ezra')
  expect(seen).toEqual({ id: expect.any(String), uuid: null, invoice_number: '', expected: 'pass' })
  for (const value of ['C', '.*'])
    expect((await change(id, { value }, 'ezra')).body.code, value).toBe('second_person_needed')
  for (const document of [good.invoice_number, good.id, 'NONE-1', '00000000-0000-4000-8000-000000000000']) {
    const wrong = await tryOn({ examples: [{ document, expected: 'pass' }] }, 'ezra')
    expect([wrong.status, wrong.body['examples.0.document']]).toEqual([400, ['There is no such document.']])
  }
})

test('nobody reads a document that he may not see by trying rules of his own on it', async () => {
  const id = await made({ examples: [{ document: good.id, expected: 'pass' }] })
  const [unseen] = await list(id, 'ezra')
  const examples = [{ id: unseen?.id, expected: 'pass' }]
  const untold = { uuid: null, invoice_number: '', expected: 'pass', holds: null, message: '' }
  for (const value of ['A-1', 'C'])
    expect((await tryOn({ value, examples }, 'ezra')).body.results, value).toEqual([untold])
})

test('nor by asking for them; whoever decides has them run on it', async () => {
  const own = await buildDocument(world, { who: 'ezra', sender_store_code: 'PEN01', agent_number: 'A-3' })
  const expected = 'pass'
  const id = await made({ examples: [good.id, own.id].map((document) => ({ document, expected })) })
  const ask = (value: string) =>
    world.as('ezra').callWrongly(rules.ask, { body: { ...RULE, value, rule_id: id, reason: 'Fewer.' } })
  const words = (number: string) =>
    `The example ${number} should pass, but this rule stops it: ${RULE.error_message}`
  expect((await ask('A-1')).body.detail).toBe(words(own.invoice_number))
  const asked = await ask('A-3')
  expect(asked.status, asked.text).toBe(201)
  const approval = { approval_id: asked.body.id, decision: 'approve', rejection_reason: '' } as const
  const approved = await world.as('farid').callWrongly(changeRequests.decide, { body: approval })
  expect([approved.status, approved.body.detail]).toEqual([409, words(good.invoice_number)])
})

test('what is expected of an unseen one is told by its place where it does not hold', async () => {
  const id = await made({ examples: [{ document: good.id, expected: 'pass' }] })
  const [unseen] = await list(id, 'ezra')
  const changed = await change(id, { examples: [{ id: unseen?.id, expected: 'stop' }] }, 'ezra')
  expect([changed.status, changed.body.detail]).toEqual([
    409,
    'This rule does not do with example 1 what it should.',
  ])
})

test.each<[string, () => Pick<RuleWrite, 'examples'> | object, string, string | RegExp]>([
  ['a document twice', () => ({ examples: [...both(), ...both()] }), 'examples.2.document', /already/],
  ['neither', () => ({ examples: [{ document: '', expected: 'pass' }] }), 'examples.0.document', /no such/],
  [
    'one of another rule',
    () => ({ examples: [{ id: '00000000-0000-4000-8000-000000000000', expected: 'pass' }] }),
    'examples.0.id',
    'This rule has no such example any more.',
  ],
  [
    'too many',
    () => ({ examples: Array.from({ length: EXAMPLES_MAX + 1 }, () => both()[0]) }),
    'examples',
    `A rule has at most ${EXAMPLES_MAX} examples.`,
  ],
])('%s is refused at its place', async (_what, given, field, message) => {
  const { status, body } = await create(given())
  expect([status, body[field]]).toEqual([400, [expect.stringMatching(message)]])
})

test('a document that is very long is no example', async () => {
  const items = Array.from({ length: 200 }, () => line({ item_description: 'x'.repeat(200) }))
  const { id } = await buildDocument(world, { items })
  const { status, body } = await create({ examples: [{ document: id, expected: 'pass' }] })
  expect([status, body['examples.0.document']]).toEqual([
    400,
    [expect.stringMatching(/^This document has \d+ KB; an example may have 64 KB at most\.$/)],
  ])
})

test('what would take too long is refused', async () => {
  const rule = compileRule({ ...RULE, field: 'items.quantity', condition: '>', value: '1' })
  if ('refused' in rule) throw new Error(rule.refused)
  const { content } = await documentOf(world, good.id)
  await expect(outcomesOf(rule, [{ content, expected: 'pass' }], 0)).rejects.toMatchObject({
    problem: { code: 'examples_too_slow' },
  })
})

test('the log of changes names them', async () => {
  const id = await made()
  await change(id, { examples: [] })
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' | ', action, old_value, new_value) AS line FROM audit_events
    WHERE field = 'examples' ORDER BY nr`.execute(world.db)
  const told = `pass ${good.invoice_number}; stop ${bad.invoice_number}`
  expect(rows.map(({ line }) => line)).toEqual([`create |  | ${told}`, `update | ${told} | `])
})
